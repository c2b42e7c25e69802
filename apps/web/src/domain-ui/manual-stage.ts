import type { Build, Stage } from '@millrace/contract/api';
import { hasFailed, isFinished } from '@millrace/contract/vocabulary';

type ManualStage = Pick<Stage, 'status' | 'manual' | 'needs_approval'>;

/** Returns whether the stage waits until a person starts it. In a build that needs an approval, it waits for that. */
export function waitsForStart({ status, manual, needs_approval }: ManualStage): boolean {
  return status === 'blocked' && manual !== undefined && !needs_approval;
}

/** Returns whether the build has finished without this stage, which a person may still start. */
export function mayStartLater(build: Pick<Build, 'status'>, stage: Stage): boolean {
  const { status, manual, needs_approval: needsApproval, errignore: isOptional } = stage;
  if (status !== 'skipped' || manual === undefined || needsApproval || !isOptional) return false;
  return hasFailed(build.status)
    ? stage.on_failure
    : build.status === 'success' && stage.on_success;
}

/** Returns whether the whole build waits for an approval. Existing servers cannot cancel such a build. */
export function isBlockedForApproval({ status, stages = [] }: Build): boolean {
  return status === 'blocked' && !stages.some(waitsForStart);
}

/** Lists the stages that wait for an approval. */
export function listUnapproved({ stages = [] }: Pick<Build, 'stages'>): Stage[] {
  return stages.filter((stage) => stage.status === 'blocked' && !waitsForStart(stage));
}

/** Returns whether a stage of the build waits for an approval. Builds of lists have no stages, but say so. */
export function waitsForApproval(
  build: Pick<Build, 'status' | 'needs_approval' | 'stages'>,
): boolean {
  if (isFinished(build.status)) return false;
  return build.needs_approval === true || listUnapproved(build).length > 0;
}
