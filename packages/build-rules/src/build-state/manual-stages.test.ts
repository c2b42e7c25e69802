import type { Status } from '@millrace/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import type { Build, Stage } from '../build.ts';
import { openBuildStatus } from '../manual-stages.ts';
import { buildState } from '../testing/build-state.ts';
import { stageReport } from '../testing/reports.ts';
import { applyChanges, type BuildState } from './changes.ts';
import type { BuildCommand } from './command.ts';
import { decide } from './decide.ts';

const now = 50;
const waiting = 'waiting_on_dependencies';
const deploy = { name: 'deploy', status: 'blocked' as const, manual: 'write' as const };
const optional = { ...deploy, ignoresFailure: true };
const after = (name: string, status: Status = waiting) => ({
  name: `after ${name}`,
  status,
  dependsOn: [name],
});

/** Creates a build whose stages are `test`, claimed by a runner, and these. */
function buildOf(test: Status, others: Partial<Stage>[], build: Partial<Build> = {}): BuildState {
  const claim = { machine: 'one', runner: 'mine', started: test === 'pending' ? 0 : 5 };
  const stages = [{ name: 'test', status: test, ...claim }, ...others];
  const state = buildState(stages, { started: 5, ...build });
  if (build.status === undefined) state.build.status = openBuildStatus(5, state.stages);
  return state;
}

function describeState({ build, stages }: BuildState): string {
  return `${build.status} | ${stages.map(({ status }) => status).join(' ')}`;
}

function outcome(state: BuildState, ...commands: BuildCommand[]): string {
  let current = state;
  for (const command of commands) {
    const decision = decide(current, command, now);
    if (decision && 'refusal' in decision) return decision.refusal.message;
    if (decision) current = applyChanges(current, decision.changes);
  }
  return describeState(current);
}

const finishTest = (status: Status): BuildCommand => ({
  kind: 'finishStage',
  runner: 'mine',
  report: stageReport(1, status),
});
const start = (stage: number): BuildCommand => ({ kind: 'approveStage', stage, login: 'ada' });
const decline = (stage?: number): BuildCommand => ({ kind: 'declineStage', stage, login: 'ada' });
const cancel: BuildCommand = { kind: 'cancel', login: 'ada' };
const restart: BuildCommand = { kind: 'restartFailed', login: 'ada' };

const ofTest = { dependsOn: ['test'] };
const running = (...others: Partial<Stage>[]) => buildOf('running', others);
const tested = (...others: Partial<Stage>[]) => buildOf('success', others);
const finished = (status: Status, ...others: Partial<Stage>[]) =>
  buildOf('success', others, { status });

describe('a manual stage', () => {
  it.each<[string, BuildState, BuildCommand[], string]>([
    [
      'blocks the build when all else has finished',
      running(deploy),
      [finishTest('success')],
      'blocked | success blocked',
    ],
    [
      'does not block it while others run',
      running(deploy, { status: 'running' }),
      [finishTest('success')],
      'running | success blocked running',
    ],
    [
      'starts at once without dependencies',
      running(deploy),
      [start(2)],
      'running | running pending',
    ],
    ['lets the build go on', tested(deploy), [start(2)], 'running | success pending'],
    [
      'starts after its dependencies',
      tested({ ...deploy, ...ofTest }),
      [start(2)],
      'running | success pending',
    ],
    [
      'waits for its dependencies',
      running({ ...deploy, ...ofTest }),
      [start(2)],
      `running | running ${waiting}`,
    ],
    [
      'starts as soon as they have finished',
      running({ ...deploy, ...ofTest }),
      [start(2), finishTest('success')],
      'running | success pending',
    ],
    [
      'is skipped after a failure',
      running({ ...deploy, ...ofTest }),
      [finishTest('failure')],
      'failure | failure skipped',
    ],
    [
      'is skipped after a failure although it was started',
      running({ ...deploy, ...ofTest }),
      [start(2), finishTest('failure')],
      'failure | failure skipped',
    ],
    [
      'is skipped after a failure of a stage that it does not depend on',
      running(deploy),
      [finishTest('failure')],
      'failure | failure skipped',
    ],
    [
      'may be for failures',
      running({ ...deploy, onFailure: true }),
      [finishTest('failure')],
      'blocked | failure blocked',
    ],
    [
      'is declined with the build',
      tested(deploy, after('deploy')),
      [decline(2)],
      'declined | success declined skipped',
    ],
    [
      'is declined with all others',
      tested(deploy, { ...deploy, name: 'other' }),
      [decline()],
      'declined | success declined declined',
    ],
    [
      'is not started twice',
      running(deploy),
      [start(2), start(2)],
      'Cannot approve a Pipeline with Status "pending"',
    ],
    ['is skipped by a cancel', tested(deploy), [cancel], 'killed | success skipped'],
    [
      'cannot be started after a cancel',
      tested(optional),
      [cancel, start(2)],
      'Cannot approve a Pipeline with Status "skipped"',
    ],
    ['waits again after a restart', tested(deploy), [cancel, restart], 'blocked | success blocked'],
    [
      'waits again if it has failed',
      finished('failure', { ...deploy, status: 'failure', decidedBy: 'ada' }),
      [restart],
      'blocked | success blocked',
    ],
    [
      'keeps its success in a restart',
      buildOf('failure', [{ ...deploy, status: 'success' }], { status: 'failure' }),
      [restart],
      'pending | pending success',
    ],
    [
      'keeps an approval of its own in a guarded build',
      buildOf('success', [{ ...optional, needsApproval: true }], { status: 'running' }),
      [finishTest('success')],
      'running | success blocked',
    ],
  ])('%s', (_, state, commands, wanted) => {
    expect(outcome(state, ...commands)).toBe(wanted);
  });

  it('names who has started it, and nobody when it waits again', () => {
    const state = tested(deploy);
    const started = decide(state, start(2), now);
    if (!started || 'refusal' in started) throw new Error('It was refused');
    expect(started.changes.stages.get(2)).toMatchObject({ decidedBy: 'ada' });
    const failed = finished('failure', { ...deploy, status: 'failure', decidedBy: 'ada' });
    const again = decide(failed, restart, now);
    if (!again || 'refusal' in again) throw new Error('It was refused');
    expect(again.changes.replacements.get(2)).toMatchObject({ decidedBy: '', attempt: 2 });
  });

  it('runs again by itself without waiting for a person', () => {
    const retry = { max: 1, causes: ['failure' as const], exitCodes: [], infrastructure: 0 };
    const claim = { machine: 'one', runner: 'mine', decidedBy: 'ada', retry };
    const state = tested({ ...deploy, ...claim, status: 'running' });
    const report = stageReport(2, 'failure');
    expect(outcome(state, { kind: 'finishStage', runner: 'mine', report })).toBe(
      'running | success pending',
    );
  });
});

describe('an optional stage', () => {
  const left = { ...optional, ...ofTest, status: 'skipped' as const };
  const leftAfter = after('deploy', 'skipped');
  it.each<[string, BuildState, BuildCommand[], string]>([
    [
      'does not keep the build open',
      running(optional, after('deploy')),
      [finishTest('success')],
      'success | success skipped skipped',
    ],
    [
      'runs if it is started in time',
      running({ ...optional, ...ofTest }),
      [start(2), finishTest('success')],
      'running | success pending',
    ],
    [
      'is declined without the build',
      running(optional, after('deploy')),
      [decline(2), finishTest('success')],
      'success | success declined skipped',
    ],
    [
      'that is declined stays so',
      finished('success', { ...optional, status: 'declined' }),
      [start(2)],
      'Cannot approve a Pipeline with Status "declined"',
    ],
    [
      'starts after the build has finished',
      finished('success', left, leftAfter),
      [start(2)],
      `pending | success pending ${waiting}`,
    ],
    [
      'starts after a failure if it is for failures',
      finished('failure', { status: 'failure' }, { ...left, onFailure: true }),
      [start(3)],
      'pending | success failure pending',
    ],
    [
      'does not start after a failure',
      finished('failure', { status: 'failure' }, left),
      [start(3)],
      'Cannot approve a Pipeline with Status "skipped"',
    ],
    [
      'waits for another one',
      finished('success', left, { ...optional, ...leftAfter }),
      [start(3)],
      'The stage depends on "deploy", which has not run',
    ],
    [
      'makes later ones wait',
      finished('success', left, { ...optional, ...leftAfter }),
      [start(2)],
      'pending | success pending blocked',
    ],
    [
      'is no reason for a restart',
      finished('success', left),
      [restart],
      'No stage of this build failed',
    ],
    [
      'waits again with a restart of others',
      buildOf('failure', [left], { status: 'failure' }),
      [restart],
      'pending | pending blocked',
    ],
    [
      'that was declined waits again too',
      buildOf('failure', [{ ...left, status: 'declined' }, leftAfter], { status: 'failure' }),
      [restart],
      `pending | pending blocked ${waiting}`,
    ],
  ])('%s', (_, state, commands, wanted) => {
    expect(outcome(state, ...commands)).toBe(wanted);
  });

  it('starts in a new attempt', () => {
    const state = finished('success', left);
    const decision = decide(state, start(2), now);
    if (!decision || 'refusal' in decision) throw new Error('It was refused');
    expect(decision.changes.replacements.get(2)).toMatchObject({ decidedBy: 'ada', attempt: 2 });
    expect(decision.changes.attempts).toMatchObject([
      { number: 1, status: 'success' },
      { number: 2, login: 'ada', status: 'pending' },
    ]);
  });
});
