import type { DigestPeriod } from '@millrace/contract/vocabulary';

const daySec = 86_400;
/** The first Monday of Unix time, 1970-01-05. */
const mondaySec = 4 * daySec;

/**
 * Returns the last end of a period at or before a time; periods end at an hour of the day in UTC, weeks on Monday.
 * Without digests, everything that waits for one ends now.
 */
export function lastEnd(period: DigestPeriod, hour: number, nowSec: number): number {
  if (period === 'off') return nowSec;
  const [start, length] = period === 'daily' ? [0, daySec] : [mondaySec, 7 * daySec];
  const first = start + hour * 3600;
  return first + Math.floor((nowSec - first) / length) * length;
}

/** Returns the next end of a period after a time. */
export function nextEnd(period: DigestPeriod, hour: number, nowSec: number): number {
  if (period === 'off') return nowSec + 1;
  return lastEnd(period, hour, nowSec) + (period === 'weekly' ? 7 * daySec : daySec);
}
