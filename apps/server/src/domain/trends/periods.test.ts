import { expect, it } from 'vitest';
import { periodsOf } from './periods.ts';

const at = (time: string) => Date.parse(time) / 1000;
const shown = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);

it.each([
  ['1w', 'UTC', 7, '2026-11-23T00:00', '2026-11-29T00:00', '2026-11-30T00:00'],
  ['4w', 'UTC', 28, '2026-11-02T00:00', '2026-11-29T00:00', '2026-11-30T00:00'],
  ['12w', 'UTC', 12, '2026-09-07T00:00', '2026-11-23T00:00', '2026-11-30T00:00'],
  ['1y', 'UTC', 52, '2025-12-01T00:00', '2026-11-23T00:00', '2026-11-30T00:00'],
  // It is Monday there already.
  ['12w', 'Asia/Shanghai', 12, '2026-09-13T16:00', '2026-11-29T16:00', '2026-12-06T16:00'],
  // Summer time ended on 25 October.
  ['12w', 'Europe/Berlin', 12, '2026-09-06T22:00', '2026-11-22T23:00', '2026-11-29T23:00'],
  ['1w', 'America/St_Johns', 7, '2026-11-23T03:30', '2026-11-29T03:30', '2026-11-30T03:30'],
] as const)('%s in %s', (range, zone, count, first, last, end) => {
  const periods = periodsOf(range, at('2026-11-29T20:00:00Z'), zone);
  expect(periods.starts).toHaveLength(count);
  expect(periods.starts.map(shown).at(0)).toBe(first);
  expect(periods.starts.map(shown).at(-1)).toBe(last);
  expect(shown(periods.end)).toBe(end);
});

it.each([
  // The days on which the clocks change have 25 and 23 hours.
  ['2026-10-26T12:00:00Z', [24, 24, 24, 24, 24, 25, 24]],
  ['2026-03-30T12:00:00Z', [24, 24, 24, 24, 24, 23, 24]],
])('follows the clocks of the zone, as on %s', (now, hours) => {
  const { starts, end } = periodsOf('1w', at(now), 'Europe/Berlin');
  expect([...starts, end].slice(1).map((next, day) => (next - (starts[day] ?? 0)) / 3600)).toEqual(
    hours,
  );
});
