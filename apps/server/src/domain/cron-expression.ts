import { Cron } from 'croner';

/** Durations in the syntax of Go: `1h30m`, `90s`. */
const everyPattern = /^@every (?=\d)(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?$/;

/**
 * Returns the first time of a schedule after `afterSec`, in UTC; 0 if there is none, null if the expression
 * is invalid.
 */
export function nextTime(expression: string, afterSec: number): number | null {
  const text = expression.trim();
  const every = everyPattern.exec(text);
  if (every) return afterInterval(every.slice(1), afterSec);
  if (!text.startsWith('@') && ![5, 6].includes(text.split(/\s+/).length)) return null;
  try {
    // Without a callback, `Cron` only computes times. Existing servers accept `5/15`, which needs
    // `sloppyRanges`.
    const schedule = new Cron(text, { timezone: 'UTC', mode: '5-or-6-parts', sloppyRanges: true });
    const next = schedule.nextRun(new Date(afterSec * 1000));
    return next ? Math.floor(next.getTime() / 1000) : 0;
  } catch {
    return null;
  }
}

function afterInterval(parts: (string | undefined)[], afterSec: number): number | null {
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const interval = hours * 3600 + minutes * 60 + seconds;
  return interval > 0 ? afterSec + interval : null;
}
