import { formatExact } from '../../lib/format-time.ts';

/** Times of the lines of a log: seconds since its start, or the clock. */
export interface LineTimes {
  /** Time at which the step started, in Unix seconds. */
  startSec: number;
  showsClock: boolean;
}

/** Returns the time of a line as it is shown beside it, and in full with its zone. */
export function describeTime(sec: number, { startSec, showsClock }: LineTimes, locale: string) {
  const time = startSec + sec;
  return {
    shown: showsClock ? clockTime(time) : `${sec}s`,
    full: startSec > 0 ? formatExact(time, locale) : undefined,
  };
}

/** Returns the time of a line in a copy: with date and zone as in ISO 8601, or in seconds since the start. */
export function copiedTime(sec: number, { startSec, showsClock }: LineTimes): string {
  if (!showsClock) return `${sec}s`;
  const date = new Date((startSec + sec) * 1000);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  const ahead = -date.getTimezoneOffset();
  const zone = [Math.trunc(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map(twoDigits).join(':');
  return `${day}T${clockTime(startSec + sec)}${ahead < 0 ? '-' : '+'}${zone}`;
}

/** Returns the local time of day, `17:04:09`. */
function clockTime(timeSec: number): string {
  const date = new Date(timeSec * 1000);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
