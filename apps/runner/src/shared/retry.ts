import type { Clock } from '@millrace/node-kit/clock';
import { orAbort } from './or-abort.ts';

export interface RetryOptions {
  clock: Clock;
  /** Aborts the retries; the promise then rejects. */
  signal: AbortSignal;
  /** Ends the current pause, because the limits may have changed. */
  hurry?: AbortSignal;
  /** True for an error that a retry cannot solve. */
  isFinal(error: unknown): boolean;
  /** Returns the time after the first failure at which an error becomes final, in milliseconds. */
  maxMs(error: unknown): number;
  /** Maximum delay between two attempts, by default a minute. */
  maxDelayMs?: number;
  onRetry(error: unknown, delayMs: number): void;
}

const firstDelayMs = 1000;
const usualMaxDelayMs = 60_000;

/**
 * Calls a function until it succeeds, with delays of 1 s, 2 s, 4 s … 1 min between the attempts. The last attempt is
 * made when the time of its error is over.
 */
export async function retry<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, signal, hurry, maxDelayMs = usualMaxDelayMs } = options;
  let firstFailureMs: number | undefined;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    let remainingMs: number;
    try {
      return await orAbort(call(), signal);
    } catch (error) {
      if (signal.aborted || options.isFinal(error)) throw error;
      firstFailureMs ??= clock.nowMs();
      remainingMs = firstFailureMs + options.maxMs(error) - clock.nowMs();
      if (remainingMs <= 0) throw error;
      options.onRetry(error, Math.min(delayMs, remainingMs));
    }
    await clock.wait(Math.min(delayMs, remainingMs), untilHurry(signal, hurry));
    signal.throwIfAborted();
  }
}

/** A pause that begins later is not cut short. */
function untilHurry(signal: AbortSignal, hurry: AbortSignal | undefined): AbortSignal {
  return hurry && !hurry.aborted ? AbortSignal.any([signal, hurry]) : signal;
}
