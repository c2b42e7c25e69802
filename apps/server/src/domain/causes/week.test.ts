import { expect, it } from 'vitest';
import { readWeek, weekOf } from './week.ts';

const sec = (iso: string) => Date.parse(iso) / 1000;

it.each([
  ['2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z'],
  ['2026-11-29T23:59:59Z', '2026-11-23T00:00:00Z'],
  ['2026-11-30T00:00:00Z', '2026-11-30T00:00:00Z'],
  ['1970-01-01T00:00:00Z', '1969-12-29T00:00:00Z'],
])('the week of %s starts at %s', (time, start) => {
  expect(weekOf(sec(time))).toBe(sec(start));
});

it('reads the week of a day, or the current one', () => {
  const now = sec('2026-11-26T12:00:00Z');
  expect(readWeek('2026-11-18', now)).toBe(sec('2026-11-16T00:00:00Z'));
  expect(readWeek(undefined, now)).toBe(sec('2026-11-23T00:00:00Z'));
  expect(readWeek('', now)).toBe(sec('2026-11-23T00:00:00Z'));
});

it.each(['2026-02-30', 'today', '2026-11', '1'])('rejects %s', (text) => {
  expect(() => readWeek(text, 0)).toThrow('week is a day as YYYY-MM-DD');
});
