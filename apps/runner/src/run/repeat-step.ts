import type { PlannedStep } from '../plan/stage-plan.ts';
import type { StepLog } from './logs/step-log.ts';
import type { StepResult } from './stop-result.ts';

interface RepeatContext {
  log: Pick<StepLog, 'addNote'>;
  /** Aborts when the stage is stopped. */
  signal: AbortSignal;
}

/** One try of a step. */
export interface Try {
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Runs a step again after a failure of its own, as often as its pipeline file wants. Returns the result of the last try.
 * A cancel, a timeout and failures of the infrastructure end it.
 */
export async function repeatStep(
  { retries = 0 }: Pick<PlannedStep, 'retries'>,
  { log, signal }: RepeatContext,
  run: (each: Try) => Promise<StepResult>,
): Promise<StepResult> {
  for (let done = 0; ; done++) {
    const isLast = done >= retries;
    const result = await run({ isFirst: done === 0, isLast });
    const hasFailed = result.status === 'failure' && !result.failure_cause;
    if (isLast || !hasFailed || signal.aborted) return result;
    const what = `The step failed with exit code ${result.exit_code}`;
    await log.addNote(`[millrace] ${what}. Retry ${done + 1} of ${retries}.`);
  }
}
