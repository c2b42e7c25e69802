const firstPauseSec = 5;
const maxPauseSec = 600;

/** Returns the pause before the next attempt. It grows with each failed one, and is at least `minSec`. */
export function backoffSec(tries: number, minSec: number): number {
  return Math.max(Math.min(firstPauseSec * 2 ** tries, maxPauseSec), minSec);
}
