import type { Clock } from '@millrace/node-kit/clock';
import { orAbort } from './or-abort.ts';

export interface RetryOptions {
  clock: Clock;
  /** Aborts the retries; the promise then rejects. */
  signal: AbortSignal;
  /** True for an error that a retry cannot solve. */
  isFinal(error: unknown): boolean;
  onRetry(error: unknown, delayMs: number): void;
}

const firstDelayMs = 1000;
const maxDelayMs = 60_000;

/** Calls a function until it succeeds, with delays of 1 s, 2 s, 4 s … 1 min between the attempts. */
export async function retry<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, signal } = options;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
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
