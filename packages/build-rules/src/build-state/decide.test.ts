import type { Status } from '@millrace/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { buildState } from '../testing/build-state.ts';
import { stageReport as report, stepReport as step } from '../testing/reports.ts';
import { applyChanges, type BuildState } from './changes.ts';
import type { BuildCommand } from './command.ts';
import { decide } from './decide.ts';

const now = 50;
const mine = { machine: 'one', runner: 'mine' };

/** Returns the statuses of build, stages and steps after a command, or the refusal. */
function outcome(state: BuildState, command: BuildCommand): string {
  const decision = decide(state, command, now);
  if (!decision) return 'unchanged';
  if ('refusal' in decision) return `${decision.refusal.reason}: ${decision.refusal.message}`;
  const { build, stages, steps } = applyChanges(state, decision.changes);
  const list = (all: { status: string }[]) => all.map(({ status }) => status).join(' ');
  return [build.status, list(stages), list(steps)].filter(Boolean).join(' | ');
}

const running = (...steps: ('pending' | 'running' | 'success')[]) =>
  buildState(
    [
      { ...mine, status: 'running', steps: steps.map((status) => ({ status })) },
      { status: 'waiting_on_dependencies', dependsOn: ['0'] },
      { status: 'waiting_on_dependencies', dependsOn: ['0'], onSuccess: false, onFailure: true },
    ],
    { status: 'running' },
  );

it('counts the ignored failures of a build that succeeds, and restarts their stages', () => {
  const state = buildState(
    [
      { ...mine, status: 'running', ignoresFailure: true },
      { status: 'waiting_on_dependencies', dependsOn: ['0'] },
    ],
    { status: 'running' },
  );
  const finish = (at: number, status: Status): BuildCommand => {
    return { kind: 'finishStage', runner: 'mine', report: report(at, status) };
  };
  const apply = (before: BuildState, command: BuildCommand): BuildState => {
    const decision = decide(before, command, now);
    if (!decision || 'refusal' in decision) throw new Error('refused');
    return applyChanges(before, decision.changes);
  };
  const next = apply(state, finish(1, 'failure'));
  expect(next.stages.map(({ status }) => status)).toEqual(['failure', 'pending']);
  const claimed = apply(next, { kind: 'claimStage', stageId: 2, ...mine });
  const done = apply(claimed, finish(2, 'success'));
  expect(done.build).toMatchObject({ status: 'success', ignoredFailures: 1 });
  const again = apply(done, { kind: 'restartFailed', login: 'ada' });
  expect(again.build).toMatchObject({ status: 'pending', ignoredFailures: 0 });
});

describe('a runner', () => {
  it.each<[string, BuildState, BuildCommand, string]>([
    [
      'claims a queued stage',
      buildState([{}]),
      { kind: 'claimStage', stageId: 1, ...mine },
      'pending | pending',
    ],
    [
      'claims a stage only once',
      buildState([mine]),
      { kind: 'claimStage', stageId: 1, ...mine },
      'conflict: Stage 1 is no longer in the queue',
    ],
    [
      'starts the stage that it claimed, and the build',
      buildState([mine]),
      { kind: 'startStage', runner: 'mine', report: report(1, 'running') },
      'running | running',
    ],
    [
      'starts a stage once',
      running(),
      { kind: 'startStage', runner: 'mine', report: report(1, 'running') },
      'unchanged',
    ],
    [
      'does not start a queued stage in time',
      buildState([{}, { status: 'waiting_on_dependencies', dependsOn: ['0'] }]),
      { kind: 'expireStage', stageId: 1, version: 1, reason: 'late' },
      'error | error skipped',
    ],
    [
      'claims a stage before its time is over',
      buildState([mine]),
      { kind: 'expireStage', stageId: 1, version: 1, reason: 'late' },
      'unchanged',
    ],
    [
      'releases a stage that would have been late',
      buildState([{}]),
      { kind: 'expireStage', stageId: 1, version: 0, reason: 'late' },
      'unchanged',
    ],
    [
      'starts no stage of another runner',
      buildState([mine]),
      { kind: 'startStage', runner: 'other', report: report(1, 'running') },
      'conflict: The stage belongs to another runner',
    ],
    [
      'without an id is identified by its machine',
      buildState([{ machine: 'one' }]),
      { kind: 'startStage', runner: '', report: report(1, 'running', { machine: 'two' }) },
      'conflict: Stage 1 was changed in the meantime',
    ],
    [
      'without an id is identified by the version that it saw',
      buildState([{ machine: 'one' }]),
      { kind: 'startStage', runner: '', report: report(1, 'running', { version: 7 }) },
      'conflict: Stage 1 was changed in the meantime',
    ],
    [
      'finishes a stage and its steps, and releases dependent stages',
      running('success', 'running', 'pending'),
      { kind: 'finishStage', runner: 'mine', report: report(1, 'success') },
      'running | success pending skipped | success error skipped',
    ],
    [
      'finishes a failed stage',
      running('success'),
      { kind: 'finishStage', runner: 'mine', report: report(1, 'failure') },
      'running | failure skipped pending | success',
    ],
    [
      'finishes the last stage, and the build',
      buildState([{ ...mine, status: 'running' }], { status: 'running' }),
      { kind: 'finishStage', runner: 'mine', report: report(1, 'failure') },
      'failure | failure',
    ],
    [
      'finishes no finished stage',
      buildState([{ ...mine, status: 'killed' }], { status: 'killed' }),
      { kind: 'finishStage', runner: 'mine', report: report(1, 'success') },
      'conflict: Stage 1 is finished',
    ],
    [
      'notes why a cluster makes a stage wait',
      running('pending'),
      { kind: 'reportWait', runner: 'mine', stageId: 1, reason: 'Unschedulable' },
      'running | running waiting_on_dependencies waiting_on_dependencies | pending',
    ],
    [
      'notes once that a stage does not wait',
      running('pending'),
      { kind: 'reportWait', runner: 'mine', stageId: 1, reason: '' },
      'unchanged',
    ],
    [
      'notes no wait of the stage of another runner',
      running('pending'),
      { kind: 'reportWait', runner: 'other', stageId: 1, reason: 'Unschedulable' },
      'conflict: The stage belongs to another runner',
    ],
    [
      'reports on a step',
      running('pending'),
      { kind: 'reportStep', runner: 'mine', report: step(100, 'running') },
      'running | running waiting_on_dependencies waiting_on_dependencies | running',
    ],
    [
      'reports on a step once',
      running('running'),
      { kind: 'reportStep', runner: 'mine', report: step(100, 'running') },
      'unchanged',
    ],
    [
      'does not restart a finished step',
      running('success'),
      { kind: 'reportStep', runner: 'mine', report: step(100, 'running') },
      'conflict: Step 100 is success, it cannot be running',
    ],
    [
      'that is lost fails its running stage',
      running('running', 'pending'),
      { kind: 'loseRunner', stageId: 1, version: 1, reason: 'gone' },
      'running | error skipped pending | error skipped',
    ],
    [
      'that is lost returns a stage that has not started to the queue',
      buildState([mine]),
      { kind: 'loseRunner', stageId: 1, version: 1, reason: 'gone' },
      'pending | pending',
    ],
    [
      'that has sent a heartbeat in the meantime is not lost',
      running('running'),
      { kind: 'loseRunner', stageId: 1, version: 0, reason: 'gone' },
      'unchanged',
    ],
  ])('%s', (_, state, command, wanted) => {
    expect(outcome(state, command)).toBe(wanted);
  });
});

/** Returns a finished build with three sequential stages. */
const over = (...statuses: Status[]) =>
  buildState(
    statuses.map((status, at) => ({ ...mine, status, dependsOn: at > 0 ? [String(at - 1)] : [] })),
    { status: 'failure', started: 20, finished: 40 },
  );

describe('a person', () => {
  const blocked = () =>
    buildState([{ status: 'blocked' }, { status: 'blocked', dependsOn: ['0'] }]);

  it.each<[string, BuildState, BuildCommand, string]>([
    [
      'approves a stage',
      blocked(),
      { kind: 'approveStage', stage: 1, login: 'ada' },
      'pending | pending blocked',
    ],
    [
      'approves a stage that depends on another',
      blocked(),
      { kind: 'approveStage', stage: 2, login: 'ada' },
      'pending | blocked waiting_on_dependencies',
    ],
    [
      'approves no stage that is not blocked',
      buildState([{}]),
      { kind: 'approveStage', stage: 1, login: 'ada' },
      'unfit: Cannot approve a Pipeline with Status "pending"',
    ],
    [
      'approves no unknown stage',
      blocked(),
      { kind: 'approveStage', stage: 9, login: 'ada' },
      'unknown: Not Found',
    ],
    [
      'declines a stage',
      blocked(),
      { kind: 'declineStage', stage: 1, login: 'ada' },
      'pending | declined blocked',
    ],
    [
      'declines all stages together',
      blocked(),
      { kind: 'declineStage', login: 'ada' },
      'declined | declined declined',
    ],
    [
      'declines no stage that is not blocked',
      buildState([{}]),
      { kind: 'declineStage', login: 'ada' },
      'unfit: Cannot decline a Pipeline with Status "pending"',
    ],
    [
      'cancels an unfinished build',
      running('success', 'running', 'pending'),
      { kind: 'cancel', login: 'ada' },
      'killed | killed skipped skipped | success killed skipped',
    ],
    [
      'cancels no finished build',
      buildState([{ status: 'success' }], { status: 'success' }),
      { kind: 'cancel', login: 'ada' },
      'unchanged',
    ],
    [
      'pushes again, which skips the older build',
      buildState([{}, { status: 'blocked' }]),
      { kind: 'supersede' },
      'skipped | skipped skipped',
    ],
    [
      'restarts failed stages and those that waited for them',
      over('success', 'failure', 'skipped'),
      { kind: 'restartFailed', login: 'ada' },
      'pending | success pending waiting_on_dependencies',
    ],
    [
      'restarts killed stages after successful ones',
      over('success', 'success', 'killed'),
      { kind: 'restartFailed', login: 'ada' },
      'pending | success success pending',
    ],
    [
      'restarts a stage that ran although its dependency had failed',
      over('failure', 'skipped', 'success'),
      { kind: 'restartFailed', login: 'ada' },
      'pending | pending waiting_on_dependencies waiting_on_dependencies',
    ],
    [
      'restarts what nobody has approved, which waits again',
      buildState(
        [
          { status: 'skipped', needsApproval: true },
          { status: 'killed', needsApproval: true, decidedBy: 'ada' },
        ],
        { status: 'killed' },
      ),
      { kind: 'restartFailed', login: 'ada' },
      'pending | blocked pending',
    ],
    [
      'approves the build by a restart if that is allowed',
      buildState([{ status: 'skipped', needsApproval: true }], { status: 'killed' }),
      { kind: 'restartFailed', login: 'ada', approves: true },
      'pending | pending',
    ],
    [
      'restarts no successful build',
      buildState([{ status: 'success' }, { status: 'skipped' }], { status: 'success' }),
      { kind: 'restartFailed', login: 'ada' },
      'unfit: No stage of this build failed',
    ],
    [
      'restarts no build without stages',
      buildState([], { status: 'error' }),
      { kind: 'restartFailed', login: 'ada' },
      'unfit: No stage of this build failed',
    ],
    [
      'restarts no unfinished build',
      running('running'),
      { kind: 'restartFailed', login: 'ada' },
      'unfit: The build is not finished',
    ],
    [
      'restarts no declined build',
      buildState([{ status: 'declined' }], { status: 'declined' }),
      { kind: 'restartFailed', login: 'ada' },
      'unfit: cannot start a declined build',
    ],
    [
      'shows a card',
      running('running'),
      { kind: 'showCard', stepId: 100, schema: 'https://a/b' },
      'running | running waiting_on_dependencies waiting_on_dependencies | running',
    ],
    [
      'shows test results of a finished build',
      buildState([{ status: 'success' }], { status: 'success' }),
      { kind: 'changeFiles' },
      'success | success',
    ],
    [
      'shows no card of an unknown step',
      running('running'),
      { kind: 'showCard', stepId: 9, schema: 'https://a/b' },
      'unknown: Not Found',
    ],
  ])('%s', (_, state, command, wanted) => {
    expect(outcome(state, command)).toBe(wanted);
  });
});

describe('retention', () => {
  const failed = buildState([{ status: 'failure' }], { status: 'failure', expired: ['test'] });
  const buildAfter = (state: BuildState, command: BuildCommand) => {
    const decision = decide(state, command, now);
    return decision && 'changes' in decision
      ? applyChanges(state, decision.changes).build
      : decision;
  };

  it('adds the deleted data to the build', () => {
    const after = buildAfter(failed, { kind: 'expire', data: ['log', 'test'] });
    expect(after).toMatchObject({ status: 'failure', expired: ['log', 'test'] });
  });

  it('may delete the data of another attempt again', () => {
    const after = buildAfter(failed, { kind: 'restartFailed', login: 'ada' });
    expect(after).toMatchObject({ status: 'pending', expired: [] });
  });

  it('spares pinned builds, which are pinned once', () => {
    const pinned = buildAfter(failed, { kind: 'pin', isPinned: true });
    expect(pinned).toMatchObject({ isPinned: true });
    expect(buildAfter(failed, { kind: 'pin', isPinned: false })).toBeNull();
  });
});

describe('a chain of test, package and deploy', () => {
  const chain = (...statuses: Status[]) =>
    buildState(
      statuses.map((status, at) => ({
        ...(at === 0 ? mine : {}),
        status,
        dependsOn: at > 0 ? [String(at - 1)] : [],
      })),
      { status: 'running' },
    );
  const failed: BuildCommand = {
    kind: 'finishStage',
    runner: 'mine',
    report: report(1, 'failure'),
  };

  it.each<[string, BuildState, BuildCommand, string]>([
    [
      'never deploys after a failure',
      chain('running', 'waiting_on_dependencies', 'waiting_on_dependencies'),
      failed,
      'failure | failure skipped skipped',
    ],
    [
      'skips a deploy that is approved after the failure',
      chain('failure', 'skipped', 'blocked'),
      { kind: 'approveStage', stage: 3, login: 'ada' },
      'failure | failure skipped skipped',
    ],
    [
      'skips stages that wait for a declined stage',
      chain('blocked', 'waiting_on_dependencies', 'waiting_on_dependencies'),
      { kind: 'declineStage', stage: 1, login: 'ada' },
      'declined | declined skipped skipped',
    ],
    [
      'never deploys after a runner is lost',
      chain('running', 'waiting_on_dependencies', 'waiting_on_dependencies'),
      { kind: 'loseRunner', stageId: 1, version: 1, reason: 'gone' },
      'error | error skipped skipped',
    ],
  ])('%s', (_, state, command, wanted) => {
    expect(outcome(state, command)).toBe(wanted);
  });
});

describe('stages of one name', () => {
  const twins = (...given: Parameters<typeof buildState>[0]) =>
    buildState(
      given.map((stage, at) => ({ name: at === 0 ? 'first' : 'twin', ...stage })),
      { status: 'running' },
    );
  const waiting = { status: 'waiting_on_dependencies' as const, dependsOn: ['first'] };
  const ended: BuildCommand = { kind: 'finishStage', runner: 'mine', report: report(1, 'success') };

  it.each<[string, BuildState, string]>([
    [
      'do not restart when one of them is released',
      twins({ ...mine, status: 'running' }, { ...mine, status: 'success' }, waiting),
      'running | success success pending',
    ],
    [
      'keep running when one of them is released',
      twins({ ...mine, status: 'running' }, { ...mine, status: 'running' }, waiting),
      'running | success running pending',
    ],
    [
      'are released separately',
      twins({ ...mine, status: 'running' }, waiting, { ...mine, status: 'running' }),
      'running | success pending running',
    ],
    [
      'must all finish before dependent stages start',
      twins(
        { ...mine, status: 'running' },
        { status: 'pending' },
        { status: 'success' },
        { ...waiting, name: 'last', dependsOn: ['twin'] },
      ),
      'running | success pending success waiting_on_dependencies',
    ],
    [
      'count as failed if one of them failed',
      twins(
        { ...mine, status: 'running' },
        { status: 'failure' },
        { status: 'success' },
        { ...waiting, name: 'last', dependsOn: ['first', 'twin'] },
      ),
      'failure | success failure success skipped',
    ],
  ])('%s', (_, state, expected) => {
    expect(outcome(state, ended)).toBe(expected);
  });

  it('restart failed stages and those that depend on them', () => {
    const state = twins(
      { status: 'failure' },
      { status: 'success' },
      { status: 'success', dependsOn: ['first'] },
      { status: 'skipped', dependsOn: ['first'] },
    );
    state.build.status = 'failure';
    expect(outcome(state, { kind: 'restartFailed', login: 'ada' })).toBe(
      'pending | pending success waiting_on_dependencies waiting_on_dependencies',
    );
  });
});

it('keeps the results of an attempt when the next one starts', () => {
  const decision = decide(
    over('success', 'failure', 'skipped'),
    { kind: 'restartFailed', login: 'eve' },
    now,
  );
  if (!decision || 'refusal' in decision) throw new Error('It was refused');
  const { attempts, build, replacements } = decision.changes;
  expect(attempts).toEqual([
    { number: 1, login: 'ada', created: 1, status: 'failure', started: 20, finished: 40 },
    { number: 2, login: 'eve', created: now, status: 'pending', started: 0, finished: 0 },
  ]);
  expect(build).toMatchObject({ attempt: 2, started: 0, finished: 0, updated: now });
  expect([...replacements.keys()]).toEqual([2, 3]);
  expect(replacements.get(2)).toMatchObject({ number: 2, attempt: 2, machine: '', runner: '' });
});

it.each<[string, BuildCommand]>([
  ['a runner reports', { kind: 'finishStage', runner: 'mine', report: report(1, 'success') }],
  [
    'a runner reports with another clock',
    {
      kind: 'finishStage',
      runner: 'mine',
      report: report(1, 'success', { started: 70, stopped: 60 }),
    },
  ],
  ['a person cancels', { kind: 'cancel', login: 'ada' }],
  ['a runner is lost', { kind: 'loseRunner', stageId: 1, version: 1, reason: 'gone' }],
])('ends nothing before its beginning where clocks disagree: %s', (_, command) => {
  const steps = [{ status: 'running' as const, started: 80 }];
  const state = buildState([{ ...mine, status: 'running', started: 80, steps }], {
    status: 'running',
    started: 80,
  });
  const decision = decide(state, command, now);
  if (!decision || 'refusal' in decision) throw new Error('It was refused');
  const after = applyChanges(state, decision.changes);
  const [stage, step] = [after.stages[0], after.steps[0]];
  expect(after.build.finished).toBeGreaterThanOrEqual(after.build.started);
  expect(stage?.stopped).toBeGreaterThanOrEqual(stage?.started ?? 0);
  expect(step?.stopped).toBeGreaterThanOrEqual(step?.started ?? 0);
});

it('keeps times, codes and texts', () => {
  const state = running('running', 'pending');
  const error = 'x'.repeat(600);
  const end = report(1, 'error', { error, exitCode: 3, started: 20, stopped: 30 });
  const decision = decide(state, { kind: 'finishStage', runner: 'mine', report: end }, now);
  if (!decision || 'refusal' in decision) throw new Error('It was refused');
  const { stages, steps, build, freesQueue } = decision.changes;
  expect(stages.get(1)).toEqual({
    status: 'error',
    exitCode: 3,
    started: 20,
    stopped: 30,
    updated: now,
    failureCause: '',
    error: error.slice(0, 500),
    clusterWait: '',
  });
  expect(steps.get(100)).toEqual({
    status: 'error',
    exitCode: 255,
    stopped: now,
    error: error.slice(0, 500),
  });
  expect(build).toEqual({ updated: now });
  expect(freesQueue).toBe(true);
});

describe('a build that is cancelled while a stage cleans up', () => {
  const cancel: BuildCommand = { kind: 'cancel', login: 'ada' };
  const after = (state: BuildState, ...commands: BuildCommand[]): BuildState =>
    commands.reduce((before, command) => {
      const decision = decide(before, command, now);
      if (!decision || 'refusal' in decision) throw new Error(`${command.kind} was refused`);
      return applyChanges(before, decision.changes);
    }, state);
  const end = report(1, 'killed', { version: 1 });
  const finish: BuildCommand = { kind: 'finishStage', runner: 'mine', report: end };
  const cleaning = () =>
    buildState(
      [
        {
          ...mine,
          status: 'running',
          cleansUp: true,
          retry: { max: 3, infrastructure: 0, causes: ['failure'], exitCodes: [] },
          steps: [{ status: 'running' }, { status: 'pending' }],
        },
        { ...mine, status: 'running', steps: [{ status: 'running' }] },
        { status: 'waiting_on_dependencies', dependsOn: ['0'] },
      ],
      { status: 'running' },
    );

  it('goes on until the runner ends the stage', () => {
    expect(outcome(cleaning(), cancel)).toBe(
      'running | running killed skipped | running pending killed',
    );
    const cancelled = after(cleaning(), cancel);
    expect(cancelled.build).toMatchObject({ canceledBy: 'ada', ending: 'killed', finished: 0 });
    expect(outcome(cancelled, finish)).toBe(
      'killed | killed killed skipped | killed skipped killed',
    );
    expect(after(cancelled, finish).build).toMatchObject({ ending: '', finished: now });
  });

  it('ends with a second cancel, which does not change who cancelled it', () => {
    const again: BuildCommand = { kind: 'cancel', login: 'bob' };
    const { build } = after(cleaning(), cancel, again);
    expect(build).toMatchObject({ status: 'killed', canceledBy: 'ada', ending: '' });
    expect(outcome(after(cleaning(), cancel), again)).toBe(
      'killed | killed killed skipped | killed skipped killed',
    );
  });

  it('is skipped if a newer build replaced it', () => {
    const superseded = after(cleaning(), { kind: 'supersede' });
    expect(outcome(superseded, { kind: 'supersede' })).toBe('unchanged');
    expect(after(superseded, finish).build.status).toBe('skipped');
  });

  it('is killed, and not tried again, if the stage ends in another way', () => {
    const failed = report(1, 'failure', { version: 1 });
    const lost: BuildCommand = { kind: 'loseRunner', stageId: 1, version: 1, reason: 'gone' };
    const cancelled = after(cleaning(), cancel);
    expect(outcome(cancelled, { kind: 'finishStage', runner: 'mine', report: failed })).toMatch(
      /^killed \| failure killed/,
    );
    expect(outcome(cancelled, lost)).toMatch(/^killed \| error killed/);
  });
});
