import { badRequest } from '@millrace/contract/api-errors';

const daySec = 86_400;
export const weekSec = 7 * daySec;
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * daySec;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the start of a week: Monday 00:00 UTC, in unix seconds. */
export function weekOf(sec: number): number {
  return Math.floor((sec - firstMonday) / weekSec) * weekSec + firstMonday;
}

/**
 * Returns the start of the week with a day, given as `YYYY-MM-DD`, or of the current one.
 * @throws a 400 error if there is no such day
 */
export function readWeek(text: string | undefined, nowSec: number): number {
  if (!text) return weekOf(nowSec);
  const time = day.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  // The parser accepts dates that do not exist, such as 30 February.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text)) {
    throw badRequest('week is a day as YYYY-MM-DD');
  }
  return weekOf(time.getTime() / 1000);
}
