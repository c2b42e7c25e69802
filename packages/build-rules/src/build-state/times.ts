/**
 * Returns an end time that is never before the start time, in case a clock was set back or two machines
 * differ.
 */
export function notBefore(startedSec: number, endedSec: number): number {
  return Math.max(startedSec, endedSec);
}
