import type { Stage } from '@millrace/contract/api';
import type { StopCause } from './stage-control.ts';
import { type StepResult, stopResult } from './stop-result.ts';

export type StageResult = Pick<Stage, 'status' | 'exit_code' | 'error' | 'failure_cause'>;

/** Returns the worst status of the stage's steps: error, killed, failure, success. */
export function stageResult(results: StepResult[], cause: StopCause | undefined): StageResult {
  if (cause) return stopResult(cause);
  for (const status of ['error', 'killed', 'failure'] as const) {
    const worst = results.find((result) => result.status === status);
    if (worst) return worst;
  }
  return { status: 'success', exit_code: 0 };
}
