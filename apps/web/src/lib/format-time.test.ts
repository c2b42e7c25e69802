import { expect, test } from 'vitest';
import { elapsedSec, formatDuration, formatRelative, formatShortDuration } from './format-time.ts';

test.each([
  [-3, '0:00'],
  [0, '0:00'],
  [59, '0:59'],
  [60, '1:00'],
  [125, '2:05'],
  [3_600, '1:00:00'],
  [90_061, '25:01:01'],
])('formats %d seconds as %s', (sec, text) => {
  expect(formatDuration(sec)).toBe(text);
});

test.each([
  [0, 'now'],
  [-20, 'now'],
  [42, '42 seconds ago'],
  [90, '1 minute ago'],
  [7_200, '2 hours ago'],
  [86_400, 'yesterday'],
  [86_400 * 8, 'last week'],
  [86_400 * 400, 'last year'],
])('formats %d seconds ago as %s', (agoSec, text) => {
  expect(formatRelative(1_000_000_000 - agoSec, 1_000_000_000, 'en')).toBe(text);
});

test('returns no duration before the start, and the time up to now while running', () => {
  expect(elapsedSec(0, 0, 500)).toBeNull();
  expect(elapsedSec(100, 0, 500)).toBe(400);
  expect(elapsedSec(100, 160, 500)).toBe(60);
  expect(elapsedSec(600, 0, 500)).toBe(0);
});

test.each([
  [0.04, '0:00.0'],
  [3.26, '0:03.2'],
  [9.99, '0:09.9'],
  [7, '0:07'],
  [10.5, '0:10'],
  [65.4, '1:05'],
])('shows tenths of %d seconds only below ten', (sec, text) => {
  expect(formatShortDuration(sec)).toBe(text);
});
