/** An end that is never before its beginning, where a clock went back or two machines disagree. */
export function notBefore(startedSec: number, endedSec: number): number {
  return Math.max(startedSec, endedSec);
}
