export interface Periods {
  unit: 'day' | 'week';
  /** Unix seconds, oldest first. */
  starts: number[];
  /** End of the last period. */
  end: number;
}

const lengths = {
  '1w': { unit: 'day', count: 7 },
  '4w': { unit: 'day', count: 28 },
  '12w': { unit: 'week', count: 12 },
  '1y': { unit: 'week', count: 52 },
} as const;
const dayMs = 86_400_000;

/** Lists the days or weeks of a range in a time zone. The last one contains now. Weeks start on Monday. */
export function periodsOf(range: keyof typeof lengths, nowSec: number, zone: string): Periods {
  const { unit, count } = lengths[range];
  const zoned = zoneClock(zone);
  const today = Math.floor(zoned(nowSec * 1000) / dayMs) * dayMs;
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const days = unit === 'day' ? 1 : 7;
  const last = unit === 'day' ? today : today - sinceMonday * dayMs;
  const startOf = (at: number) => startOfDay(last + at * days * dayMs, zoned) / 1000;
  return {
    unit,
    starts: Array.from({ length: count }, (_, at) => startOf(at + 1 - count)),
    end: startOf(1),
  };
}

/** Returns a function from a time to the time that clocks show in a zone, as if they were in UTC. */
function zoneClock(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
  };
}

/**
 * Returns the time at which a day starts.
 *
 * @param shown midnight of the day, as clocks of the zone show it
 */
function startOfDay(shown: number, zoned: (ms: number) => number): number {
  // The offset of the zone may differ between the guess and midnight, if the clocks change in between.
  const guess = shown - (zoned(shown) - shown);
  return guess + (shown - zoned(guess));
}
