const firstPauseSec = 5;
const maxPauseSec = 600;

/**
 * Returns the seconds to wait before the next attempt. They increase with each failed one, and are at least
 * `minSec`.
 */
export function backoffSec(tries: number, minSec: number): number {
  return Math.max(Math.min(firstPauseSec * 2 ** tries, maxPauseSec), minSec);
}
