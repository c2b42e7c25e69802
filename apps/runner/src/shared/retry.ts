import type { Clock } from './clock.ts';
import { orAbort } from './or-abort.ts';

export interface RetryOptions {
  clock: Clock;
  /** Ends the retrying; the promise then rejects. */
  signal: AbortSignal;
  /** True for an error that another try cannot mend. */
  isFinal(error: unknown): boolean;
  onRetry(error: unknown, delayMs: number): void;
}

const firstDelayMs = 1000;
const longestDelayMs = 60_000;

/** Calls until it succeeds, with pauses of 1 s, 2 s, 4 s … 1 min between the tries. */
export async function retry<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, signal } = options;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      return await orAbort(call(), signal);
    } catch (error) {
      if (signal.aborted || options.isFinal(error)) throw error;
      options.onRetry(error, delayMs);
    }
    await clock.wait(delayMs, signal);
    signal.throwIfAborted();
  }
}
