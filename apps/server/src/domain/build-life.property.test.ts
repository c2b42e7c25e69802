import { isFinished, type Status, statuses } from '@millrace/contract/vocabulary';
import fc from 'fast-check';
import { it } from 'vitest';
import {
  finalBuildStatus,
  hasOpenDependencies,
  releaseStages,
  type StageNode,
} from './stage-graph.ts';
import { nextStageStatus, type StageCommand } from './transitions.ts';

/** A build whose stages depend on earlier ones only, as a file without cycles gives them. */
const build = fc
  .array(
    fc.record({
      dependencies: fc.array(fc.nat(6), { maxLength: 3 }),
      onSuccess: fc.boolean(),
      onFailure: fc.boolean(),
      isBlocked: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drafts) =>
    drafts.map((draft, index): StageNode => {
      const dependsOn = [...new Set(draft.dependencies.filter((at) => at < index).map(String))];
      const waits: Status = dependsOn.length > 0 ? 'waiting_on_dependencies' : 'pending';
      return {
        ...draft,
        name: String(index),
        dependsOn,
        status: draft.isBlocked ? 'blocked' : waits,
      };
    }),
  );

const command = fc.oneof(
  fc.constant<StageCommand>({ kind: 'start' }),
  fc.constantFrom(...statuses).map((status): StageCommand => ({ kind: 'finish', status })),
  fc.constant<StageCommand>({ kind: 'decline' }),
  fc.constant<StageCommand>({ kind: 'cancel' }),
  fc.constant<StageCommand>({ kind: 'approve', hasDependencies: false }),
);
const commands = fc.array(fc.tuple(fc.nat(5), command), { maxLength: 40 });

/** What the services do: one command, then the stages that it releases. */
function apply(stages: StageNode[], index: number, wanted: StageCommand): StageNode[] {
  const stage = stages[index % stages.length];
  if (!stage) return stages;
  const fitting =
    wanted.kind === 'approve' ? { ...wanted, hasDependencies: stage.dependsOn.length > 0 } : wanted;
  const status = nextStageStatus(stage.status, fitting) ?? stage.status;
  const changed = stages.map((node) => (node === stage ? { ...node, status } : node));
  const released = releaseStages(changed);
  return changed.map((node) => ({ ...node, status: released.get(node.name) ?? node.status }));
}

it('never changes what is over, never forgets a stage, and always can be brought to an end', () => {
  fc.assert(
    fc.property(build, commands, (start, sequence) => {
      let stages = start;
      for (const [index, wanted] of sequence) {
        const before = stages;
        stages = apply(stages, index, wanted);
        for (const [at, node] of stages.entries()) {
          const old = before[at];
          if (!old || (isFinished(old.status) && old.status !== node.status)) return false;
          if (!statuses.includes(node.status)) return false;
          // A stage that waits always waits for something that can still end.
          const byName = new Map(stages.map((other) => [other.name, other.status]));
          if (node.status === 'waiting_on_dependencies' && !hasOpenDependencies(node, byName)) {
            return false;
          }
        }
        const isOver = stages.every((node) => isFinished(node.status));
        if ((finalBuildStatus(stages) !== undefined) !== isOver) return false;
      }
      for (const index of stages.keys()) stages = apply(stages, index, { kind: 'cancel' });
      return finalBuildStatus(stages) !== undefined;
    }),
    { numRuns: 2000 },
  );
});
