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
  const records: (TestRecord & { id: number; place: number })[] = [];
  for (const [place, id] of window.ids.entries()) {
    if (named?.has(id) ?? true) records.push({ id, place, ...window.recordOf(place) });
  }
  records.sort(
    (one, other) => other.failed - one.failed || other.flaky - one.flaky || one.place - other.place,
  );
  const shown = builds.slice(0, statuses);
  const tests = records.slice(offset, offset + limit).map(
    ({ place, ...record }): RecordOfTest => ({
      ...record,
      statuses: shown.map((_, at) => window.status(at, place)),
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
  const place = window.placeOf(testId);
  return builds.map((build, at) => {
    const status = place === undefined ? null : window.status(at, place);
    if (place === undefined || status === null) return null;
    const ms = standing([build], testId).reduce((sum, entry) => sum + entry.ms, 0);
    return { status, isFlaky: window.isFlaky(at, place), ms };
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
