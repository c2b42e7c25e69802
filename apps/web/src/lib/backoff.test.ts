import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('waits twice as long after each failed attempt, half a minute at most', () => {
  expect([0, 1, 2, 10].map((attempt) => backoffMs(attempt, 0.5))).toEqual([
    1000, 2000, 4000, 30_000,
  ]);
});
