import { expect, it } from 'vitest';
import { summarizePeriods, type TrendResult } from './summarize-periods.ts';

const result = (created: number, changes: Partial<TrendResult> = {}): TrendResult => ({
  id: created,
  number: created,
  created,
  hasPassed: true,
  ...changes,
});

it('summarizes the results of each period', () => {
  const results = [
    result(99, { seconds: 9000 }),
    result(100, { seconds: 10, queued: 1 }),
    result(120, { hasPassed: false, queued: 3 }),
    result(199, { seconds: 30, queued: 2 }),
    result(300, { hasPassed: false }),
    result(10_000, { seconds: 0 }),
  ];
  expect(summarizePeriods([100, 200, 300], results)).toEqual([
    {
      start: 100,
      success: 2,
      failed: 1,
      duration: { p50: 10, p95: 30, count: 2 },
      queued: { p50: 2, p95: 3, count: 3 },
    },
    { start: 200, success: 0, failed: 0 },
    { start: 300, success: 1, failed: 1, duration: { p50: 0, p95: 0, count: 1 } },
  ]);
});

it('has no periods without starts', () => {
  expect(summarizePeriods([], [result(1)])).toEqual([]);
});
