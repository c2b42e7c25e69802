import { isFinished, type Status, statuses } from '@millrace/contract/vocabulary';
import type { ManualPermission } from '@millrace/pipeline/vocabulary';
import fc from 'fast-check';
import { it } from 'vitest';
import type { Stage } from '../build.ts';
import { isLeftOut, isOptional, openBuildStatus, waitsForStart } from '../manual-stages.ts';
import {
  createGraph,
  finalBuildStatus,
  findDependents,
  findOpenDependencies,
  isIgnored,
  isPlaceholder,
} from '../stage-graph.ts';
import { buildState } from '../testing/build-state.ts';
import { stageReport, stepReport } from '../testing/reports.ts';
import { applyChanges, type BuildState, newStageAt } from './changes.ts';
import type { BuildCommand } from './command.ts';
import { decide } from './decide.ts';

/** Generates a build whose stages depend on earlier ones only, as in a file without cycles. */
const build = fc
  .array(
    fc.record({
      dependencies: fc.array(fc.nat(6), { maxLength: 3 }),
      onSuccess: fc.boolean(),
      onFailure: fc.boolean(),
      isBlocked: fc.boolean(),
      isOpen: fc.boolean(),
      manual: fc.constantFrom<ManualPermission | ''>('', '', 'write'),
      needsApproval: fc.boolean(),
      ignoresFailure: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drafts) => {
    const state = buildState(
      drafts.map(({ dependencies, isBlocked, isOpen, ...draft }, index) => {
        const dependsOn = [...new Set(dependencies.filter((at) => at < index).map(String))];
        const waits: Status =
          dependsOn.length > 0 || isOpen ? 'waiting_on_dependencies' : 'pending';
        const status = isBlocked || draft.manual ? 'blocked' : waits;
        const matrixOf = isOpen ? String(index) : '';
        return { ...draft, dependsOn, status, matrixOf };
      }),
    );
    state.build.status = openBuildStatus(0, state.stages);
    return state;
  });

const machine = 'one';
const ids = { stageId: fc.integer({ min: 1, max: 6 }), stepId: fc.integer({ min: 100, max: 603 }) };
const status = fc.constantFrom(...statuses);
const runner = fc.constantFrom('mine', 'mine', 'mine', 'foreign');

const command: fc.Arbitrary<BuildCommand> = fc.oneof(
  ids.stageId.map((stageId): BuildCommand => {
    return { kind: 'claimStage', stageId, machine, runner: 'mine' };
  }),
  fc.tuple(ids.stageId, runner, fc.boolean()).map(([id, by, cleansUp]): BuildCommand => {
    const steps = [1, 2].map((number) => ({ ...stepReport(0, 'pending'), number }));
    const report = stageReport(id, 'running', { steps, cleansUp });
    return { kind: 'startStage', runner: by, report };
  }),
  fc.tuple(ids.stageId, runner, status).map(([id, by, end]): BuildCommand => {
    return { kind: 'finishStage', runner: by, report: stageReport(id, end) };
  }),
  fc.tuple(ids.stepId, runner, status).map(([id, by, end]): BuildCommand => {
    return { kind: 'reportStep', runner: by, report: stepReport(id, end) };
  }),
  ids.stageId.map((stageId): BuildCommand => {
    return { kind: 'loseRunner', stageId, version: 1, reason: 'gone' };
  }),
  fc.tuple(ids.stageId, fc.nat(3)).map(([stageId, count]): BuildCommand => {
    if (count === 3) return { kind: 'expandStage', stageId, expansion: { error: 'no values' } };
    const { stages } = buildState(Array.from({ length: count }, () => ({})));
    return { kind: 'expandStage', stageId, expansion: { stages } };
  }),
  ids.stepId.map((stepId): BuildCommand => ({ kind: 'showCard', stepId, schema: 'https://a/b' })),
  fc.constant<BuildCommand>({ kind: 'changeFiles' }),
  ids.stageId.map((stage): BuildCommand => ({ kind: 'approveStage', stage, login: 'ada' })),
  ids.stageId.map((stage): BuildCommand => ({ kind: 'declineStage', stage, login: 'ada' })),
  fc.constant<BuildCommand>({ kind: 'declineStage', login: 'ada' }),
  fc.constant<BuildCommand>({ kind: 'cancel', login: 'ada' }),
  fc.constant<BuildCommand>({ kind: 'supersede' }),
  fc.constant<BuildCommand>({ kind: 'restartFailed', login: 'ada' }),
);
const commands = fc.array(command, { maxLength: 60 });

/** Gives the stages of a matrix what their file would give them: names, dependencies and conditions. */
function planned(state: BuildState, next: BuildCommand): BuildCommand {
  if (next.kind !== 'expandStage' || 'error' in next.expansion) return next;
  const placeholder = state.stages.find(({ id }) => id === next.stageId);
  if (!placeholder) return next;
  const { id: _, buildId: __, version: ___, ...fields } = placeholder;
  const stages = next.expansion.stages.map((stage, at) => {
    return { ...fields, number: stage.number, matrixOf: '', name: `${fields.matrixOf} (${at})` };
  });
  return { ...next, expansion: { stages } };
}

function apply(state: BuildState, command: BuildCommand): BuildState {
  const next = planned(state, command);
  const decision = decide(state, next, 10);
  if (!decision || 'refusal' in decision) return state;
  const applied = applyChanges(state, decision.changes);
  const lastId = Math.max(...applied.stages.map(({ id }) => id));
  const stages = applied.stages.map((stage) =>
    newStageAt(decision.changes, stage.id) ? { ...stage, id: lastId - stage.id } : stage,
  );
  const changed = { ...applied, stages };
  const steps = decision.changes.newSteps.map((step) => {
    return { ...step, id: step.stageId * 100 + step.number, version: 1 };
  });
  return { ...changed, steps: [...changed.steps, ...steps] };
}

/** Each name and number is of one stage, and dependencies exist. */
function isConsistent({ stages }: BuildState): boolean {
  const names = new Set(stages.map(({ name }) => name));
  const numbers = new Set(stages.map(({ number }) => number));
  const isComplete = names.size === stages.length && numbers.size === stages.length;
  return isComplete && stages.every(({ dependsOn }) => dependsOn.every((name) => names.has(name)));
}

function isSound({ build: { status: whole }, stages, steps }: BuildState): boolean {
  const graph = createGraph(stages);
  return (
    // A waiting stage always waits for something that can still finish, or for the stages that replace it.
    stages.every(
      (stage) =>
        stage.status !== 'waiting_on_dependencies' ||
        isPlaceholder(stage) ||
        findOpenDependencies(stage, graph).length > 0,
    ) &&
    isFinished(whole) === (finalBuildStatus(stages) !== undefined) &&
    // A build shows that only a person can continue it.
    (whole === 'blocked') === isLeftToPeople(stages) &&
    steps.every((step) => {
      const stage = stages.find(({ id }) => id === step.stageId);
      return stage && (!isFinished(stage.status) || isFinished(step.status));
    })
  );
}

function isLeftToPeople(stages: BuildState['stages']): boolean {
  const open = stages.filter((stage) => !isFinished(stage.status));
  return (
    open.some(waitsForStart) &&
    open.every((stage) => waitsForStart(stage) || stage.status === 'waiting_on_dependencies')
  );
}

function staysFinished(before: { status: Status }[], after: { status: Status }[]): boolean {
  return before.every((old, at) => !isFinished(old.status) || old.status === after[at]?.status);
}

const unsuccessful: ReadonlySet<Status> = new Set(['failure', 'error', 'killed', 'declined']);

/** Checks that no stage starts before its dependencies, and none that needs success after a failure. */
function releasesRightly(before: BuildState, after: BuildState): boolean {
  const hasFailed = after.stages.some(
    (stage) => unsuccessful.has(stage.status) && !isIgnored(stage) && !isLeftOut(stage),
  );
  const graph = createGraph(after.stages);
  // Stages that depend on one that was not started do not run.
  const notStarted = after.stages.filter(
    (stage) =>
      isLeftOut(stage) || (stage.status === 'skipped' && isOptional(stage) && stage.onSuccess),
  );
  const missing = findDependents(after.stages, notStarted);
  return after.stages.every((stage, at) => {
    const isReleased =
      before.stages[at]?.status === 'waiting_on_dependencies' && stage.status === 'pending';
    if (!isReleased) return true;
    const mayRun = hasFailed ? stage.onFailure : stage.onSuccess;
    const lacksStage = !hasFailed && missing.has(stage);
    return mayRun && !lacksStage && findOpenDependencies(stage, graph).length === 0;
  });
}

/** Checks that a successful or declined stage stays, unless it depends on a restarted stage. */
function keepsOtherStages({ build, stages }: BuildState, after: BuildState): boolean {
  if (after.build.attempt === build.attempt) return true;
  const isGood = (old: Stage) =>
    old.status === 'success' || (old.status === 'declined' && !isLeftOut(old));
  const restarted = findDependents(
    stages,
    stages.filter((stage) => !isGood(stage)),
  );
  return stages.every((old) => {
    const stage = after.stages.find(({ id }) => id === old.id);
    const mustStay = isGood(old) && !restarted.has(old);
    return mustStay
      ? stage?.status === old.status && stage.attempt === old.attempt
      : (stage?.attempt ?? after.build.attempt) === after.build.attempt;
  });
}

it('never changes finished stages, never loses a stage, and can always be finished', () => {
  fc.assert(
    fc.property(build, commands, (start, sequence) => {
      let state = start;
      for (const next of sequence) {
        const before = state;
        state = apply(state, next);
        if (next.kind === 'restartFailed' && !keepsOtherStages(before, state)) return false;
        if (!isSound(state) || !isConsistent(state)) return false;
        if (!releasesRightly(before, state)) return false;
        if (state.build.attempt > before.build.attempt) continue;
        if (!staysFinished(before.stages, state.stages)) return false;
        if (!staysFinished(before.steps, state.steps)) return false;
        if (!staysFinished([before.build], [state.build])) return false;
      }
      const cancel = { kind: 'cancel', login: 'ada' } as const;
      return isFinished(apply(apply(state, cancel), cancel).build.status);
    }),
    { numRuns: 2000 },
  );
});

it('applies a repeated command only once', () => {
  fc.assert(
    fc.property(build, commands, command, (start, sequence, last) => {
      if (last.kind === 'showCard') return true;
      const state = apply(sequence.reduce(apply, start), last);
      const again = decide(state, last, 11);
      return again === null || 'refusal' in again || again.changes.stages.size === 0;
    }),
  );
});
