import type { Status } from '@millrace/contract/vocabulary';
import type { Stage } from '../build.ts';
import { isLeftOut, isOptional } from '../manual-stages.ts';
import { findDependents, hasFailedStage } from '../stage-graph.ts';
import { type BuildState, type Decision, refuse } from './changes.ts';
import { repeatStages, startAttempt } from './start-attempt.ts';

/** Results of a build, unlike those of one that a person or a newer build has ended. */
const results: ReadonlySet<Status> = new Set(['success', 'failure', 'error']);

/** Returns whether the build has finished without this stage, which a person may still start. */
export function mayStartLater({ build, stages }: BuildState, stage: Stage): boolean {
  if (!results.has(build.status) || stage.status !== 'skipped' || !isOptional(stage)) return false;
  return hasFailedStage(stages) ? stage.onFailure : stage.onSuccess;
}

/** Starts a stage of a finished build in another attempt, with the stages that depend on it. The others keep their results. */
export function startStageLater(
  state: BuildState,
  stage: Stage,
  { login, now }: { login: string; now: number },
): Decision {
  const { build, stages } = state;
  const missing = stages.find(
    (other) =>
      (isLeftOut(other) || mayStartLater(state, other)) &&
      findDependents(stages, [other]).has(stage),
  );
  if (missing) return refuse('unfit', `The stage depends on "${missing.name}", which has not run`);
  const repeated = new Set([stage, ...findDependents(stages, [stage])]);
  const replacements = repeatStages(repeated, {
    attempt: build.attempt + 1,
    approves: false,
    now,
  });
  const own = replacements.get(stage.id);
  // The stages that it depends on have finished with the build.
  if (own) replacements.set(stage.id, { ...own, status: 'pending', decidedBy: login });
  return { changes: startAttempt(state, replacements, { login, now }) };
}
