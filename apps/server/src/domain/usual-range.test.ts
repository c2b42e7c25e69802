import { expect, it } from 'vitest';
import { usualRange } from './usual-range.ts';

it.each([
  [[3, 1, 2, 5, 4], { median: 3, low: 2, high: 4, count: 5 }],
  [[7, 7, 7, 7, 7, 90], { median: 7, low: 7, high: 7, count: 6 }],
  [Array.from({ length: 11 }, (_, at) => at), { median: 5, low: 1, high: 9, count: 11 }],
])('%o lie usually within', (values, range) => {
  expect(usualRange(values)).toEqual(range);
});

it('returns no range for few values', () => {
  expect(usualRange([1, 2, 3, 4])).toBeUndefined();
});
