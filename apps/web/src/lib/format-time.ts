/** Formats a duration as `0:07`, `1:05` or `2:03:04`. */
export function formatDuration(totalSec: number): string {
  const sec = Math.max(0, Math.floor(totalSec));
  const minutes = Math.floor(sec / 60);
  const hours = Math.floor(minutes / 60);
  const rest = pad(sec % 60);
  return hours > 0 ? `${hours}:${pad(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}

/** Formats a duration, below ten seconds with tenths if it has any: `0:07.3`. */
export function formatShortDuration(sec: number): string {
  if (sec >= 10 || Number.isInteger(sec)) return formatDuration(sec);
  const tenths = Math.floor(sec * 10);
  return `${formatDuration(tenths / 10)}.${tenths % 10}`;
}

/** Returns the duration in seconds, up to now if it is still running, or null before the start. */
export function elapsedSec(startedSec = 0, stoppedSec = 0, nowSec: number): number | null {
  if (!startedSec) return null;
  return Math.max(0, (stoppedSec || nowSec) - startedSec);
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats a time as `5 minutes ago`. Times slightly ahead of this clock count as now. */
export function formatRelative(timeSec: number, nowSec: number, locale: string): string {
  const format = relativeFormat(locale);
  const agoSec = nowSec - timeSec;
  for (const [unit, length] of units) {
    if (Math.abs(agoSec) >= length) return format.format(-Math.trunc(agoSec / length), unit);
  }
  return format.format(agoSec < 10 ? 0 : -Math.trunc(agoSec), 'second');
}

export function formatExact(timeSec: number, locale: string): string {
  return exactFormat(locale).format(timeSec * 1000);
}

const relativeFormat = oncePerLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
);
const exactFormat = oncePerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }),
);

/** Caches a format for each locale, because creating one is much slower than using it. */
function oncePerLocale<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const formats = new Map<string, Format>();
  return (locale) => {
    const format = formats.get(locale) ?? make(locale);
    formats.set(locale, format);
    return format;
  };
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
