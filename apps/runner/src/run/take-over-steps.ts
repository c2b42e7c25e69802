import type { Step } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import type { Workspace } from '../engines/engine.ts';
import type { StagePlan } from '../plan/stage-plan.ts';
import { type EarlierSteps, earlierSteps } from './earlier-steps.ts';
import { fetchAgain } from './fetch-again.ts';
import type { StageControl } from './stage-control.ts';
import type { StageOutputs } from './stage-outputs.ts';
import { readEarlierOutputs } from './step-extensions/outputs.ts';

interface ContinuedStage {
  workspace: Workspace;
  control: StageControl;
  clock: Clock;
  outputs: StageOutputs;
  cloneRetries?: number | undefined;
}

/**
 * Returns the steps that an earlier runner has run or started, after it has prepared the workspace for those that follow.
 *
 * @param stored steps as the server has them
 */
export async function takeOverSteps(
  stored: readonly Step[],
  plan: StagePlan,
  stage: ContinuedStage,
): Promise<EarlierSteps> {
  const earlier = earlierSteps(stored, plan, stage.workspace.orphanedSteps);
  await fetchAgain(plan, { ...stage, earlier }, stage.control.stopped);
  await readEarlierOutputs(plan, { ...stage, earlier });
  return earlier;
}
