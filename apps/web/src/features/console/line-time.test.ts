import { expect, it } from 'vitest';
import { copiedTime, describeTime } from './line-time.ts';

const startSec = new Date(2026, 0, 2, 23, 59, 58).getTime() / 1000;

it('shows seconds since the start, or the clock, and the date with its zone', () => {
  const elapsed = describeTime(3, { startSec, showsClock: false }, 'en');
  expect(elapsed.shown).toBe('3s');
  expect(elapsed.full).toMatch(/^Saturday, January 3, 2026 at 12:00:01 AM \S+/);
  expect(describeTime(3, { startSec, showsClock: true }, 'en').shown).toBe('00:00:01');
  expect(describeTime(3, { startSec: 0, showsClock: false }, 'en').full).toBeUndefined();
});

it('copies a time that programs can read', () => {
  expect(copiedTime(4, { startSec, showsClock: false })).toBe('4s');
  const copied = copiedTime(4, { startSec, showsClock: true });
  expect(copied).toMatch(/^2026-01-03T00:00:02[+-]\d\d:\d\d$/);
  expect(Date.parse(copied)).toBe((startSec + 4) * 1000);
});
