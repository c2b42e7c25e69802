export const weekSec = 7 * 86_400;

/** Returns the day of a time as `YYYY-MM-DD` in UTC. */
export function dayOf(sec: number): string {
  return new Date(sec * 1000).toISOString().slice(0, 10);
}

/** Formats the day of a time in UTC, as `23 Nov 2026`. */
export function formatDay(sec: number, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(sec * 1000);
}
