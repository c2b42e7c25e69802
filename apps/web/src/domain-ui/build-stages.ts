import type { Build, Stage, Step } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { hasExtras } from '../lib/server-extras.ts';

export interface Selection {
  stage: Stage | undefined;
  step: Step | undefined;
}

/** Finds the stage and the step with these numbers, which come from the URL. */
export function findSelection(build: Build, stageNumber: number, stepNumber: number): Selection {
  const stage = build.stages?.find((candidate) => candidate.number === stageNumber);
  return { stage, step: stage?.steps?.find((candidate) => candidate.number === stepNumber) };
}

/** Returns whether a build has no stage with this number, which comes from the URL. */
export function isStageMissing(build: Build, stageNumber: number): boolean {
  const stages = build.stages ?? [];
  return !stages.some((stage) => stage.number === stageNumber) && stageNumber > stages.length;
}

/**
 * Returns whether the failed stages of a finished build can be restarted while the others keep their results.
 */
export function canRestartFailed({ status, stages = [] }: Build): boolean {
  return endedWithoutSuccess(status) && stages.length > 0;
}

/** Returns whether a finished build may have stages that failed or did not run. */
export function endedWithoutSuccess(status: Build['status']): boolean {
  return hasFailed(status) || status === 'killed' || status === 'skipped';
}

/** Returns whether the page of a build shows the failure panel. */
export function hasFailurePanel(build: Build): boolean {
  return hasExtras(build) && hasFailed(build.status) && !build.error;
}

export interface FailedStep {
  stage: number;
  stage_name: string;
  step: number;
  step_name: string;
}

/** Lists the failed steps, without those that are allowed to fail. */
export function listFailures({ stages = [] }: Build): FailedStep[] {
  return stages.flatMap((stage) =>
    (stage.steps ?? [])
      .filter(({ status, errignore }) => hasFailed(status) && !errignore)
      .map(({ number, name }) => ({
        stage: stage.number,
        stage_name: stage.name,
        step: number,
        step_name: name,
      })),
  );
}
