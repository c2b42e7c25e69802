import type { Stage } from '@millrace/contract/api';
import { withoutEmpty } from './environment.ts';
import type { Environment } from './stage-plan.ts';

/** Variables with the status of the build when the step starts. */
export function statusEnvironment(
  stages: Stage[],
  stageName: string,
  failedSteps: string[],
): Environment {
  const failedStages = stages
    .filter((stage) => stage.name !== stageName && hasFailed(stage))
    .map((stage) => stage.name);
  const stageStatus = failedSteps.length > 0 ? 'failure' : 'success';
  return withoutEmpty({
    DRONE_BUILD_STATUS: failedStages.length > 0 ? 'failure' : stageStatus,
    DRONE_STAGE_STATUS: stageStatus,
    DRONE_FAILED_STAGES: failedStages.join(','),
    DRONE_FAILED_STEPS: failedSteps.join(','),
  });
}

/** Variables of steps that clean up after a cancel or a timeout of their stage. */
export const killedEnvironment: Environment = {
  DRONE_BUILD_STATUS: 'killed',
  DRONE_STAGE_STATUS: 'killed',
};

/** Returns whether a stage makes its build fail. */
export function hasFailed({ status, errignore }: Stage): boolean {
  return !errignore && (status === 'failure' || status === 'error' || status === 'killed');
}
