import type { Status } from '@millrace/contract/vocabulary';
import type { FailureCause, RetryCause } from '@millrace/pipeline/vocabulary';
import { expect, it } from 'vitest';
import type { Stage } from '../build.ts';
import { buildState } from '../testing/build-state.ts';
import { stageReport } from '../testing/reports.ts';
import { applyChanges, type BuildState } from './changes.ts';
import { decide } from './decide.ts';
import { mayRetry } from './retry-stage.ts';

const now = 50;

interface Rules {
  max?: number;
  causes?: RetryCause[];
  exitCodes?: number[];
  infrastructure?: number;
}

/** Creates a running stage that has been retried, and one that depends on it. */
function stateWith(rules: Rules, retries = 0): BuildState {
  const retry = { max: 0, causes: [], exitCodes: [], infrastructure: 0, ...rules };
  const claim = { machine: 'one', runner: 'mine', status: 'running' as const };
  return buildState(
    [
      { ...claim, retry, retries, steps: [{ status: 'running' }] },
      { status: 'waiting_on_dependencies', dependsOn: ['0'] },
    ],
    { status: 'running', started: 5 },
  );
}

interface End {
  status?: Status;
  cause?: FailureCause | '';
  exitCode?: number;
  retries?: number;
}

it.each<[Rules, End, boolean]>([
  [{}, {}, false],
  [{ max: 1 }, {}, false],
  [{ max: 1, causes: ['failure'] }, {}, true],
  [{ max: 1, causes: ['failure'] }, { status: 'error' }, true],
  [{ max: 1, causes: ['failure'] }, { status: 'success' }, false],
  [{ max: 1, causes: ['failure'] }, { status: 'killed' }, false],
  [{ max: 1, causes: ['failure'] }, { retries: 1 }, false],
  [{ max: 2, causes: ['failure'] }, { retries: 1 }, true],
  [{ max: 1, causes: ['failure'] }, { cause: 'timeout' }, false],
  [{ max: 1, causes: ['timeout'] }, { cause: 'timeout' }, true],
  [{ max: 1, causes: ['runner', 'image', 'disk'] }, { cause: 'image' }, true],
  [{ max: 1, causes: ['runner'] }, { cause: 'disk' }, false],
  [{ max: 1, exitCodes: [137] }, { exitCode: 137 }, true],
  [{ max: 1, exitCodes: [137] }, { exitCode: 1 }, false],
  [{ infrastructure: 1 }, { cause: 'runner' }, true],
  [{ infrastructure: 1 }, { cause: 'runner', retries: 1 }, false],
  [{ infrastructure: 1 }, { cause: 'timeout' }, false],
  [{ infrastructure: 1 }, {}, false],
  [{ infrastructure: 1, max: 3, causes: ['runner'] }, { cause: 'runner', retries: 2 }, true],
])('with %j, a stage that ends with %j is retried: %s', (rules, end, expected) => {
  const { status = 'failure', cause = '', exitCode = 1, retries = 0 } = end;
  const [stage] = stateWith(rules, retries).stages;
  const ended = { ...stage, status, failureCause: cause, exitCode } as Stage;
  expect(mayRetry(ended)).toBe(expected);
});

it('replaces the stage in a new attempt, and does not release its dependents', () => {
  const state = stateWith({ max: 1, causes: ['failure'] });
  const report = stageReport(1, 'failure', { exitCode: 1, started: 10, stopped: 40 });
  const decision = decide(state, { kind: 'finishStage', runner: 'mine', report }, now);
  if (!decision || 'refusal' in decision) throw new Error('It was refused');
  const { changes } = decision;
  expect(changes.stages.get(1)).toMatchObject({ status: 'failure', stopped: 40 });
  expect(changes.steps.get(100)).toMatchObject({ status: 'error' });
  expect(changes.replacements.get(1)).toMatchObject({
    status: 'pending',
    attempt: 2,
    retries: 1,
    machine: '',
    runner: '',
    exitCode: 0,
    started: 0,
    stopped: 0,
    created: now,
  });
  expect(changes.attempts).toMatchObject([
    { number: 1, status: 'failure', started: 5, finished: now },
    { number: 2, login: '', status: 'running', started: 5, finished: 0, created: now },
  ]);
  const after = applyChanges(state, changes);
  expect(after.build).toMatchObject({ status: 'running', attempt: 2 });
  expect(after.stages.map(({ status }) => status)).toEqual(['pending', 'waiting_on_dependencies']);
});

it('retries a stage of a lost runner, and ends it with the next loss', () => {
  const lose = (state: BuildState) =>
    decide(state, { kind: 'loseRunner', stageId: 1, version: 1, reason: 'gone' }, now);
  const first = lose(stateWith({ infrastructure: 1 }));
  if (!first || 'refusal' in first) throw new Error('It was refused');
  expect(first.changes.stages.get(1)).toMatchObject({ status: 'error', failureCause: 'runner' });
  expect(first.changes.replacements.size).toBe(1);
  const second = lose(stateWith({ infrastructure: 1 }, 1));
  if (!second || 'refusal' in second) throw new Error('It was refused');
  expect(second.changes.replacements.size).toBe(0);
  expect(second.changes.build).toMatchObject({ status: 'error', finished: now });
});
