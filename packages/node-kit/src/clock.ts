import { setTimeout as delay } from 'node:timers/promises';

/** Provides the time and delays. Tests replace it. */
export interface Clock {
  /** Seconds since 1970, rounded down. */
  nowSec: () => number;
  /** Milliseconds since 1970. */
  nowMs: () => number;
  /** Resolves after `ms`, or as soon as `signal` aborts; never rejects. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Node runs timers with a longer delay immediately. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowSec: () => toSeconds(Date.now()),
  nowMs: () => Date.now(),
  wait: (ms, signal) =>
    delay(Math.min(ms, maxTimerMs), undefined, { signal }).catch(() => undefined),
};

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
