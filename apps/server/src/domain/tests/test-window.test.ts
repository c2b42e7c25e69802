import type { TestStatus } from '@millrace/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { readEntries, writeEntries } from './entry-bytes.ts';
import {
  countEntries,
  entriesOf,
  listEntries,
  mergeEntries,
  type TestEntry,
  toEntries,
} from './test-entries.ts';
import { TestWindow, type WindowBuild } from './test-window.ts';

type Told = TestStatus | 'again';
const entry = (id: number, told: Told, report = 1): TestEntry => ({
  id,
  report,
  status: told === 'again' ? 'passed' : told,
  wasRerun: told === 'again',
  ms: 5,
});
/** Returns a step for each attempt, with results of the test with the id 7. */
const build = (commit: string, ...attempts: Told[][]): WindowBuild => ({
  commit,
  steps: attempts.map((told, at) => ({
    isCurrent: at === attempts.length - 1,
    entries: toEntries(told.map((each, report) => entry(7, each, report))),
  })),
});

describe('entries', () => {
  it('are read as they were written, including large numbers', () => {
    const list: TestEntry[] = [
      entry(1, 'passed'),
      entry(127, 'failed'),
      entry(128, 'again'),
      { ...entry(4_000_000_000, 'skipped'), ms: 4_294_967_295, report: 300 },
    ];
    const entries = readEntries(writeEntries(toEntries(list.toReversed())));
    expect(listEntries(entries)).toEqual(list);
    expect(entriesOf(entries, 128)).toEqual([list[2]]);
    expect(entriesOf(entries, 129)).toEqual([]);
  });

  it('of several blocks are merged without those of a report', () => {
    const block = (report: number, ...ids: number[]) =>
      toEntries(ids.map((id) => entry(id, id % 2 ? 'failed' : 'skipped', report)));
    const merged = mergeEntries([block(1, 5, 2), block(2, 2, 3), block(3, 1)], 2);
    expect(listEntries(merged).map(({ id, report }) => [id, report])).toEqual([
      [1, 3],
      [2, 1],
      [5, 1],
    ]);
    expect(countEntries(merged)).toEqual({ passed: 0, failed: 2, skipped: 1 });
    expect(countEntries(merged, 3)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(listEntries(mergeEntries([]))).toEqual([]);
  });
});

describe('the status of a test', () => {
  it.each<[string, WindowBuild[], TestStatus | null, boolean]>([
    ['the reported status', [build('a', ['passed'])], 'passed', false],
    [
      'the worst status of several runs',
      [build('a', ['passed', 'error', 'failed'])],
      'error',
      false,
    ],
    ['passed rather than skipped', [build('a', ['skipped', 'passed'])], 'passed', false],
    ['none if it did not run', [build('a', []), build('b', ['failed'])], null, false],
    ['flaky if the test tool retried it', [build('a', ['again'])], 'passed', true],
    ['failed if another run failed', [build('a', ['again', 'failed'])], 'failed', false],
    ['flaky if it failed before a restart', [build('a', ['failed'], ['passed'])], 'passed', true],
    ['failed after a restart', [build('a', ['failed'], ['failed'])], 'failed', false],
    ['failed if it passed before a restart', [build('a', ['passed'], ['failed'])], 'failed', false],
    ['flaky on one commit', [build('a', ['failed']), build('a', ['passed'])], 'failed', true],
    [
      'flaky on one commit, passed',
      [build('a', ['passed']), build('a', ['error'])],
      'passed',
      true,
    ],
    ['not flaky on two commits', [build('a', ['passed']), build('b', ['failed'])], 'passed', false],
    [
      'skipped beside a failure',
      [build('a', ['skipped']), build('a', ['failed'])],
      'skipped',
      false,
    ],
  ])('%s', (_, builds, status, isFlaky) => {
    const window = new TestWindow(builds);
    const index = window.indexOf(7) ?? 0;
    expect([window.status(0, index), window.isFlaky(0, index)]).toEqual([status, isFlaky]);
  });
});
