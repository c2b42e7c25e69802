import { expect, it } from 'vitest';
import { type TestEntry, toEntries } from './test-entries.ts';
import { listRecords, type TestRecordOrder } from './test-records.ts';
import type { WindowBuild } from './test-window.ts';

type Run = [id: number, status: TestEntry['status'], ms: number, wasRerun?: boolean];

const build = (commit: string, runs: Run[], isCurrent = true): WindowBuild => ({
  commit,
  steps: [
    {
      isCurrent,
      entries: toEntries(
        runs.map(([id, status, ms, wasRerun = false]) => ({ id, report: 1, status, ms, wasRerun })),
      ),
    },
  ],
});

const builds = [
  build('a', [
    [1, 'failed', 10],
    [2, 'passed', 900, true],
    [3, 'passed', 50],
    [4, 'skipped', 7000],
  ]),
  build('b', [
    [1, 'failed', 30],
    [2, 'passed', 100],
    [3, 'passed', 60],
  ]),
  build('c', [
    [1, 'passed', 20],
    [3, 'failed', 40],
  ]),
  // Results of an earlier attempt.
  build('d', [[3, 'passed', 9999]], false),
];
const list = (sort: TestRecordOrder, page = { offset: 0, limit: 10 }) =>
  listRecords(builds, { sort, ...page, statuses: 2 });

it.each<[TestRecordOrder, number[]]>([
  ['failed', [1, 3, 2, 4]],
  ['flaky', [2, 1, 3, 4]],
  ['duration', [2, 3, 1, 4]],
])('lists tests in the order %s', (sort, ids) => {
  const { found, tests } = list(sort);
  expect(found).toBe(4);
  expect(tests.map(({ id }) => id)).toEqual(ids);
  expect(list(sort, { offset: 1, limit: 2 }).tests.map(({ id }) => id)).toEqual(ids.slice(1, 3));
});

it('returns the median of current runs, which were not skipped', () => {
  const medians = new Map(list('failed').tests.map(({ id, medianMs }) => [id, medianMs]));
  expect(Object.fromEntries(medians)).toEqual({ 1: 20, 2: 900, 3: 50, 4: 0 });
});
