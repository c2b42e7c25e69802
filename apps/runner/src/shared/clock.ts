import { setTimeout as delay } from 'node:timers/promises';

/** Current time and delays, which tests can replace. */
export interface Clock {
  nowMs(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  wait: (ms, signal) =>
    delay(Math.min(ms, maxTimerMs), undefined, { signal }).catch(() => undefined),
};

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
