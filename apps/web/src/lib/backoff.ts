const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/** Returns the delay before attempt number `attempt` (from 0). It doubles each time, with some jitter. */
export function backoffMs(attempt: number, random = Math.random()): number {
  return Math.min(maxDelayMs, firstDelayMs * 2 ** attempt) * (0.75 + random / 2);
}
