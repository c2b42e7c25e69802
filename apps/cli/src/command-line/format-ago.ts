const minuteSec = 60;
const hourSec = 60 * minuteSec;
const daySec = 24 * hourSec;

/** Returns how long ago something was, in its largest unit: `3 days ago`. */
export function formatAgo(seconds: number): string {
  const units = [
    [daySec, 'day'],
    [hourSec, 'hour'],
    [minuteSec, 'minute'],
  ] as const;
  for (const [size, unit] of units) {
    const count = Math.floor(seconds / size);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
