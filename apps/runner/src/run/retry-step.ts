import type { Clock } from '@millrace/node-kit/clock';
import type { OutputSink } from '../engines/engine.ts';
import type { PlannedStep } from '../plan/stage-plan.ts';
import type { StepLog } from './logs/step-log.ts';
import type { StepResult } from './stop-result.ts';
import { TransientFailure } from './transient-failure.ts';

/** Default number of retries; their delays add up to half a minute. */
const defaultRetries = 4;
const firstDelayMs = 2000;
const maxDelayMs = 60_000;

export interface RetryContext {
  log: Pick<StepLog, 'write' | 'addNote'>;
  clock: Clock;
  /** Aborts the delays. */
  signal: AbortSignal;
  retries: number | undefined;
}

/**
 * Runs a step, and runs its `retryCommands` after a network or server failure, with delays of 2 s, 4 s, 8 s
 * … 1 min. Returns the result of the last try.
 */
export async function runWithRetries(
  step: PlannedStep,
  { log, clock, signal, retries = defaultRetries }: RetryContext,
  run: (step: PlannedStep, output: OutputSink) => Promise<StepResult>,
): Promise<StepResult> {
  const { retryCommands } = step;
  if (!retryCommands) return run(step, (chunk) => log.write(chunk));
  let delayMs = firstDelayMs;
  for (let tries = 0; ; tries++) {
    const failure = new TransientFailure();
    const result = await run(tries === 0 ? step : { ...step, commands: retryCommands }, (chunk) => {
      failure.read(chunk);
      return log.write(chunk);
    });
    const isDone = result.status !== 'failure' || tries >= retries || signal.aborted;
    if (isDone || !failure.isLikely) return result;
    await log.addNote(
      `[millrace] The git server could not be reached. Retry ${tries + 1} of ${retries} in ${delayMs / 1000} s.`,
    );
    // If the delay is aborted, the next attempt ends immediately and returns the reason.
    await clock.wait(delayMs, signal);
    delayMs = Math.min(2 * delayMs, maxDelayMs);
  }
}
