import { setTimeout as delay } from 'node:timers/promises';

/** Time as the runner sees it, so that tests can move it. */
export interface Clock {
  nowMs(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  wait: (ms, signal) =>
    delay(Math.min(ms, longestTimerMs), undefined, { signal }).catch(() => undefined),
};

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
