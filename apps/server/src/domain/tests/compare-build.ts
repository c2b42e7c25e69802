import type { TestStatus } from '@millrace/contract/vocabulary';
import type { TestCounts } from './test-entries.ts';
import { type StepResults, TestWindow, type WindowBuild } from './test-window.ts';

/** A build, and the builds that decide which of its tests are new or flaky. */
export interface ComparedBuild {
  itself: WindowBuild;
  /** The previous build is first, if there is one. */
  others: readonly WindowBuild[];
  hasBefore: boolean;
}

type TestFilter = Exclude<TestStatus, 'error'> | 'new' | 'flaky';

export interface TestsQuery {
  status?: TestFilter | undefined;
  /** By default, tests that need attention come first. */
  sort?: 'duration' | 'status' | undefined;
  /** Ids of the tests with matching names; undefined for all tests. */
  named?: Pick<ReadonlySet<number>, 'has'> | undefined;
  offset: number;
  limit: number;
}

export interface ComparedTest {
  id: number;
  status: TestStatus;
  ms: number;
  isNew: boolean;
  isFlaky: boolean;
}

interface FoundTest extends ComparedTest {
  index: number;
}

const own = 0;
const before = 1;

export function compareBuild(
  { itself, others, hasBefore }: ComparedBuild,
  { status, sort, named, offset, limit }: TestsQuery,
) {
  const tests = findTests(new TestWindow([itself, ...others]), hasBefore, timesOf(itself.steps));
  const found = tests.filter((test) => isWanted(test, status) && (named?.has(test.id) ?? true));
  found.sort(
    sort === 'duration'
      ? (one, other) => other.ms - one.ms
      : (one, other) => rankOf(one) - rankOf(other) || one.index - other.index,
  );
  const shown = found
    .slice(offset, offset + limit)
    .map(({ index: _, ...test }): ComparedTest => test);
  return { counts: countTests(tests), found: found.length, tests: shown };
}

function findTests(
  window: TestWindow,
  hasBefore: boolean,
  times: ReadonlyMap<number, number>,
): FoundTest[] {
  const tests: FoundTest[] = [];
  for (const [index, id] of window.ids.entries()) {
    const status = window.status(own, index);
    if (!status) continue;
    const isNew = hasBefore && window.hasFailed(own, index) && !window.hasFailed(before, index);
    const isFlaky = window.isFlaky(own, index);
    tests.push({ id, index, status, ms: times.get(id) ?? 0, isNew, isFlaky });
  }
  return tests;
}

/** Returns the duration of each test, summed over its runs in the current attempt. */
function timesOf(steps: readonly StepResults[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const { isCurrent, entries } of steps) {
    if (!isCurrent) continue;
    for (const [at, id] of entries.ids.entries()) {
      times.set(id, (times.get(id) ?? 0) + (entries.ms[at] ?? 0));
    }
  }
  return times;
}

function hasFailed({ status }: FoundTest): boolean {
  return status === 'failed' || status === 'error';
}

function isWanted(test: FoundTest, filter: TestFilter | undefined): boolean {
  if (filter === undefined) return true;
  if (filter === 'new') return test.isNew;
  if (filter === 'flaky') return test.isFlaky;
  return filter === 'failed' ? hasFailed(test) : test.status === filter;
}

/** Returns the sort rank. Tests that need attention come first. */
function rankOf(test: FoundTest): number {
  if (hasFailed(test)) return test.isNew ? 0 : 1;
  if (test.isFlaky) return 2;
  return test.status === 'passed' ? 3 : 4;
}

function countTests(tests: FoundTest[]): TestCounts & Record<'all' | 'new' | 'flaky', number> {
  const count = (filter: TestFilter) => tests.filter((test) => isWanted(test, filter)).length;
  return {
    all: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    new: count('new'),
    flaky: count('flaky'),
  };
}
