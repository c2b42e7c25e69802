import { Cron } from 'croner';

/** Durations in the syntax of Go: `1h30m`, `90s`. */
const everyPattern = /^@every (?=\d)(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?$/;

/** Prefix with a time zone, as existing servers accept it. */
const zonePattern = /^(?:CRON_)?TZ=(\S+)\s+/;

export interface Schedule {
  expr: string;
  /** Used if the expression names no time zone. Empty for UTC. */
  timeZone: string;
}

/** Returns the time zone of a schedule. */
export function zoneOf({ expr, timeZone }: Schedule): string {
  return zonePattern.exec(expr.trim())?.[1] ?? (timeZone || 'UTC');
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Minimum time between two runs of a cron job. Schedules of imported cron jobs may be shorter. */
const minIntervalSec = 60;

/**
 * Returns the time of the next run after `afterSec`, at least the minimum interval after the run at `prevSec`; 0 if there is
 * none, null if the expression or its time zone is invalid.
 */
export function nextTime(
  schedule: Schedule,
  afterSec: number,
  prevSec = Number.NEGATIVE_INFINITY,
): number | null {
  const times = readTimes(schedule);
  if (!times) return null;
  if ('intervalSec' in times) return afterSec + Math.max(times.intervalSec, minIntervalSec);
  return times.after(Math.max(afterSec, prevSec + minIntervalSec - 1));
}

/** Returns whether a schedule has times after `afterSec` that are closer than the minimum interval. */
export function isTooFrequent(schedule: Schedule, afterSec: number): boolean {
  const times = readTimes(schedule);
  if (!times) return false;
  if ('intervalSec' in times) return times.intervalSec < minIntervalSec;
  // Only seconds can be so close. The second or the third time is in the same minute as the one before.
  const first = times.after(afterSec);
  const second = first && times.after(first);
  const third = second && times.after(second);
  return [second - first, third - second].some((pause) => pause > 0 && pause < minIntervalSec);
}

/** A fixed interval, or a function that returns the first time after another one; 0 if there is none. */
type Times = { intervalSec: number } | { after: (sec: number) => number };

function readTimes(schedule: Schedule): Times | null {
  const timezone = zoneOf(schedule);
  if (!isTimeZone(timezone)) return null;
  const text = schedule.expr.trim().replace(zonePattern, '');
  const every = everyPattern.exec(text);
  if (every) return readInterval(every.slice(1));
  if (!text.startsWith('@') && ![5, 6].includes(text.split(/\s+/).length)) return null;
  try {
    // Without a callback, `Cron` only computes times. Existing servers accept `5/15`, which needs
    // `sloppyRanges`.
    const cron = new Cron(text, { timezone, mode: '5-or-6-parts', sloppyRanges: true });
    return {
      after: (sec) => Math.floor((cron.nextRun(new Date(sec * 1000))?.getTime() ?? 0) / 1000),
    };
  } catch {
    return null;
  }
}

function readInterval(parts: (string | undefined)[]): Times | null {
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const intervalSec = hours * 3600 + minutes * 60 + seconds;
  return intervalSec > 0 ? { intervalSec } : null;
}
