import type { TestStatus } from '@millrace/contract/vocabulary';
import { entriesOf } from './test-entries.ts';
import { type TestRecord, TestWindow, type WindowBuild } from './test-window.ts';

interface RecordsQuery {
  /** Ids of the tests with matching names; undefined for all tests. */
  named?: Pick<ReadonlySet<number>, 'has'> | undefined;
  offset: number;
  limit: number;
  /** Number of newest builds whose statuses are listed for each test. */
  statuses: number;
}

export interface RecordOfTest extends TestRecord {
  id: number;
  statuses: (TestStatus | null)[];
  medianMs: number;
}

/** Lists the tests of some builds, given newest first. Tests that fail most often come first. */
export function listRecords(
  builds: readonly WindowBuild[],
  { named, offset, limit, statuses }: RecordsQuery,
) {
  const window = new TestWindow(builds);
  const records: (TestRecord & { id: number; index: number })[] = [];
  for (const [index, id] of window.ids.entries()) {
    if (named?.has(id) ?? true) records.push({ id, index, ...window.recordOf(index) });
  }
  records.sort(
    (one, other) => other.failed - one.failed || other.flaky - one.flaky || one.index - other.index,
  );
  const shown = builds.slice(0, statuses);
  const tests = records.slice(offset, offset + limit).map(
    ({ index, ...record }): RecordOfTest => ({
      ...record,
      statuses: shown.map((_, at) => window.status(at, index)),
      medianMs: medianMs(builds, record.id),
    }),
  );
  return { found: records.length, tests };
}

export interface HistoryOfTest {
  status: TestStatus;
  isFlaky: boolean;
  ms: number;
}

/** Returns the result of one test in each of these builds; null if it did not run. */
export function historyOf(
  builds: readonly WindowBuild[],
  testId: number,
): (HistoryOfTest | null)[] {
  const window = new TestWindow(builds);
  const index = window.indexOf(testId);
  return builds.map((build, at) => {
    const status = index === undefined ? null : window.status(at, index);
    if (index === undefined || status === null) return null;
    const ms = standing([build], testId).reduce((sum, entry) => sum + entry.ms, 0);
    return { status, isFlaky: window.isFlaky(at, index), ms };
  });
}

function medianMs(builds: readonly WindowBuild[], testId: number): number {
  const times = standing(builds, testId)
    .filter(({ status }) => status !== 'skipped')
    .map(({ ms }) => ms)
    .sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? 0;
}

function standing(builds: readonly WindowBuild[], testId: number) {
  return builds
    .flatMap(({ steps }) => steps)
    .flatMap(({ isCurrent, entries }) => (isCurrent ? entriesOf(entries, testId) : []));
}
