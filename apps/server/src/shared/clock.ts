import { setTimeout as sleep } from 'node:timers/promises';

/** Source of the time, replaced in tests. */
export interface Clock {
  nowSec: () => number;
  /** Resolves after this time, or at once when the signal says so; never rejects. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  nowSec: () => Math.floor(Date.now() / 1000),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};
