import { expect, test } from 'vitest';
import { formatMs } from './format-ms.ts';
import { filtersOf, shareOf } from './test-view.ts';

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1240, '1.2 s'],
  [59_949, '59.9 s'],
  [61_000, '1:01'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text);
});

test('offers only filters with matching tests, and the selected one', () => {
  const counts = { all: 3, passed: 2, failed: 1, skipped: 0, new: 0, flaky: 0 };
  expect(filtersOf(counts, undefined)).toEqual(['failed', 'passed']);
  expect(filtersOf(counts, 'flaky')).toEqual(['failed', 'flaky', 'passed']);
});

test('returns a share of zero if there are no builds', () => {
  expect([shareOf(1, { ran: 3 }), shareOf(0, { ran: 0 })]).toEqual([33, 0]);
});
