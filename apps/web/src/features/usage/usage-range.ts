export const usageRanges = ['month', 'last', 'days', 'year'] as const;
export type UsageRange = (typeof usageRanges)[number];

const dayMs = 86_400_000;

/** Returns the first and the last day of a range, as `2026-11-30` in UTC. */
export function daysOf(range: UsageRange, now: Date): { from: string; to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const days = (from: Date, to: Date) => ({ from: write(from), to: write(to) });
  switch (range) {
    case 'month':
      return days(new Date(Date.UTC(year, month, 1)), now);
    case 'last':
      return days(new Date(Date.UTC(year, month - 1, 1)), new Date(Date.UTC(year, month, 0)));
    case 'days':
      return days(new Date(now.getTime() - 29 * dayMs), now);
    case 'year':
      return days(new Date(now.getTime() - 364 * dayMs), now);
  }
}

function write(day: Date): string {
  return day.toISOString().slice(0, 10);
}
