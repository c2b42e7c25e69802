import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('doubles the delay after each failed attempt, up to 30 seconds', () => {
  expect([0, 1, 2, 10].map((attempt) => backoffMs(attempt, 0.5))).toEqual([
    1000, 2000, 4000, 30_000,
  ]);
});
