import type { Build, Stage, Step } from '@millrace/build-rules';
import {
  type BisectionOutcome,
  hasFailed,
  infrastructureCauses,
} from '@millrace/contract/vocabulary';

/** A finished build of a bisection, with the stage and the step that matter; undefined if the build has none. */
export interface FinishedRunBuild {
  build: Pick<Build, 'status'>;
  stage: Pick<Stage, 'status' | 'failureCause'> | undefined;
  step: Pick<Step, 'status'> | undefined;
}

/**
 * Returns the outcome of a run.
 *
 * @param isOtherFailure whether the step failed for another reason than the one that is searched
 */
export function readOutcome(
  { build, stage, step }: FinishedRunBuild,
  isOtherFailure: boolean,
): BisectionOutcome {
  if (build.status === 'killed' || build.status === 'declined') return 'unclear';
  if (!stage) return 'unbuildable';
  const cause = stage.failureCause;
  if (cause !== '' && infrastructureCauses.includes(cause)) return 'unclear';
  if (step?.status === 'success') return 'passed';
  if (step && hasFailed(step.status)) return isOtherFailure ? 'unclear' : 'failed';
  return stage.status === 'killed' ? 'unclear' : 'unbuildable';
}
