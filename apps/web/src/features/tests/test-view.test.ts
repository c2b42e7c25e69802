import { expect, test } from 'vitest';
import { formatMs } from './format-ms.ts';
import { filtersOf, shareOf } from './test-view.ts';

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1240, '1.2 s'],
  [59_949, '59.9 s'],
  [61_000, '1:01'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text);
});

test('filters that leave nothing are not offered, unless one is chosen', () => {
  const counts = { all: 3, passed: 2, failed: 1, skipped: 0, new: 0, flaky: 0 };
  expect(filtersOf(counts, undefined)).toEqual(['failed', 'passed']);
  expect(filtersOf(counts, 'flaky')).toEqual(['failed', 'flaky', 'passed']);
});

test('a share of no builds is none', () => {
  expect([shareOf(1, { ran: 3 }), shareOf(0, { ran: 0 })]).toEqual([33, 0]);
});
