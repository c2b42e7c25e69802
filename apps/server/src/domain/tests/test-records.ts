import type { TestStatus } from '@millrace/contract/vocabulary';
import { mediansOf } from './test-durations.ts';
import { entriesOf } from './test-entries.ts';
import { type TestRecord, TestWindow, type WindowBuild } from './test-window.ts';

/** Which tests come first. */
export type TestRecordOrder = keyof typeof orders;

interface RecordsQuery {
  /** Ids of the tests with matching names; undefined for all tests. */
  named?: Pick<ReadonlySet<number>, 'has'> | undefined;
  sort: TestRecordOrder;
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

type Ranked = Pick<RecordOfTest, 'failed' | 'flaky' | 'medianMs'>;

/** Compares tests: the ones that come first fail most often, are flaky most often, or take the longest. */
const orders = {
  failed: (one: Ranked, other: Ranked) => other.failed - one.failed || other.flaky - one.flaky,
  flaky: (one: Ranked, other: Ranked) => other.flaky - one.flaky || other.failed - one.failed,
  duration: (one: Ranked, other: Ranked) => other.medianMs - one.medianMs,
};

/** Lists the tests of some builds, given newest first. */
export function listRecords(
  builds: readonly WindowBuild[],
  { named, sort, offset, limit, statuses }: RecordsQuery,
) {
  const window = new TestWindow(builds);
  const medians = mediansOf(builds, window.ids);
  const records: (TestRecord & { id: number; index: number; medianMs: number })[] = [];
  for (const [index, id] of window.ids.entries()) {
    if (!(named?.has(id) ?? true)) continue;
    records.push({ id, index, medianMs: medians[index] ?? 0, ...window.recordOf(index) });
  }
  const compare = orders[sort];
  records.sort((one, other) => compare(one, other) || one.index - other.index);
  const shown = builds.slice(0, statuses);
  const tests = records.slice(offset, offset + limit).map(
    ({ index, ...record }): RecordOfTest => ({
      ...record,
      statuses: shown.map((_, at) => window.status(at, index)),
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

function standing(builds: readonly WindowBuild[], testId: number) {
  return builds
    .flatMap(({ steps }) => steps)
    .flatMap(({ isCurrent, entries }) => (isCurrent ? entriesOf(entries, testId) : []));
}
