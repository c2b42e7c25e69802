import type { Status } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { type NewStage, notStarted, type Stage } from '../build.ts';
import { buildState } from '../testing/build-state.ts';
import { stageReport } from '../testing/reports.ts';
import { applyChanges, type BuildState } from './changes.ts';
import type { BuildCommand, Expansion } from './command.ts';
import { decide } from './decide.ts';

const waiting: Status = 'waiting_on_dependencies';
const claimed = { status: 'running' as const, machine: 'one', runner: 'mine' };

/** The build: `plan`, the matrix `test` of its outputs, and `last`, which depends on the matrix. */
const state = (test: Partial<Stage> = {}, plan: Partial<Stage> = {}) =>
  buildState([
    { name: 'plan', status: 'success', ...plan },
    { name: 'test', matrixOf: 'test', status: waiting, dependsOn: ['plan'], ...test },
    { name: 'last', status: waiting, dependsOn: ['test'] },
  ]);

function planned(name: string, more: Partial<NewStage> = {}): NewStage {
  const { id: _, buildId: __, version: ___, ...stage } = state().stages[0] as Stage;
  const fields = { name, matrixOf: '', number: 2, dependsOn: ['plan'], os: 'linux' };
  return { ...stage, ...notStarted, ...fields, ...more };
}

function send(before: BuildState, command: BuildCommand): BuildState {
  const decision = decide(before, command, 10);
  if (!decision || 'refusal' in decision) throw new Error(JSON.stringify(decision));
  const { build, stages, steps } = applyChanges(before, decision.changes);
  return { build, steps, stages: stages.map((each, at) => ({ ...each, id: at + 1 })) };
}

const expand = (expansion: Expansion): BuildCommand => {
  return { kind: 'expandStage', stageId: 2, expansion };
};
const outline = ({ build, stages }: BuildState) => [
  build.status,
  ...stages.map(({ number, name, status, dependsOn }) =>
    [number, name, status, ...dependsOn].join(' '),
  ),
];
const two = expand({ stages: [planned('test (a)'), planned('test (b)')] });

it('replaces the placeholder, and dependents wait for all', () => {
  expect(outline(send(state(), two))).toEqual([
    'pending',
    '1 plan success',
    '2 test (a) pending plan',
    `3 last ${waiting} test (a) test (b)`,
    '4 test (b) pending plan',
  ]);
});

it('inherits what was decided about the placeholder', () => {
  const given = { decidedBy: 'ada', attempt: 3 };
  const { stages } = send(state(given), two);
  expect(stages[1]).toMatchObject({ ...given, matrixOf: 'test', os: 'linux' });
  expect(stages[3]).toMatchObject({ ...given, matrixOf: 'test', os: 'linux' });
});

it('is skipped without stages, and dependents go on', () => {
  expect(outline(send(state(), expand({ stages: [] })))).toEqual([
    'pending',
    '1 plan success',
    '2 test skipped plan',
    '3 last pending test',
  ]);
});

it('is an error with wrong values, and the build fails', () => {
  const after = send(state(), expand({ error: 'no values' }));
  expect(outline(after)).toEqual([
    'error',
    '1 plan success',
    '2 test error plan',
    '3 last skipped test',
  ]);
  expect(after.stages[1]).toMatchObject({ error: 'no values', exitCode: 255, stopped: 10 });
});

it.each<[string, BuildState]>([
  ['before its dependencies have finished', state({}, { status: 'running' })],
  ['after a cancel', state({ status: 'skipped' })],
  ['before its approval', state({ status: 'blocked' })],
  ['twice', state({ name: 'test (a)' })],
])('does not happen %s', (_, before) => {
  expect(decide(before, two, 10)).toBeNull();
});

it('happens after the finish of the last dependency, which releases no placeholder', () => {
  const running = state({}, claimed);
  const report = stageReport(1, 'success');
  const finished = send(running, { kind: 'finishStage', runner: 'mine', report });
  expect(outline(finished).slice(2)).toEqual([`2 test ${waiting} plan`, `3 last ${waiting} test`]);
  expect(outline(send(finished, two))[2]).toBe('2 test (a) pending plan');
  const failed = send(running, {
    kind: 'finishStage',
    runner: 'mine',
    report: stageReport(1, 'failure'),
  });
  expect(outline(failed)).toContain('2 test skipped plan');
});

it('waits after its approval', () => {
  const blocked = state({ status: 'blocked', dependsOn: [] });
  const approved = send(blocked, { kind: 'approveStage', stage: 2, login: 'ada' });
  expect(approved.stages[1]).toMatchObject({ status: waiting, decidedBy: 'ada' });
});

const restart: BuildCommand = { kind: 'restartFailed', login: 'ada' };
const ended = (plan: Status, ...test: Status[]) =>
  buildState(
    [
      { name: 'plan', status: plan, ignoresFailure: true },
      ...test.map((status, at) => {
        return { name: `test (${at})`, matrixOf: 'test', status, dependsOn: ['plan'] };
      }),
      { name: 'last', status: 'skipped', dependsOn: ['test (0)', 'test (1)'] },
    ],
    { status: 'failure', finished: 5 },
  );

it('stays with a restart of its failed stages', () => {
  expect(outline(send(ended('success', 'success', 'failure'), restart))).toEqual([
    'pending',
    '1 plan success',
    '2 test (0) success plan',
    '3 test (1) pending plan',
    `4 last ${waiting} test (0) test (1)`,
  ]);
});

it('is undone if a stage that it depends on runs again', () => {
  const again = send(ended('failure', 'success', 'success'), restart);
  expect(outline(again)).toEqual([
    'pending',
    '1 plan pending',
    `2 test ${waiting} plan`,
    `4 last ${waiting} test`,
  ]);
  expect(again.stages[1]).toMatchObject({ matrixOf: 'test', attempt: 2 });
});

it('is repeated if it was skipped', () => {
  const skipped = { ...state({ status: 'skipped' }, { status: 'failure' }) };
  skipped.build = { ...skipped.build, status: 'failure' };
  expect(outline(send(skipped, restart)).slice(0, 3)).toEqual([
    'pending',
    '1 plan pending',
    `2 test ${waiting} plan`,
  ]);
});
