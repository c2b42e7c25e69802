import type { Step } from '@millrace/contract/api';
import type { StagePlan } from '../plan/stage-plan.ts';

/** Returns the steps of a stage as its first report contains them. */
export function pendingSteps(plan: StagePlan, stageId: number): Step[] {
  return plan.steps.map((step) => ({
    id: 0,
    step_id: stageId,
    number: step.number,
    name: step.name,
    status: 'pending',
    errignore: step.ignoresFailure,
    exit_code: 0,
    version: 0,
    depends_on: step.dependsOn,
    ...(step.container?.image && !step.fileWork ? { image: step.container.image } : {}),
    ...(step.isDetached ? { detached: true } : {}),
  }));
}
