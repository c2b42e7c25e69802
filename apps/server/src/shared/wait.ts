import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after this time, or at once when the signal says so; never rejects. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => {});
}
