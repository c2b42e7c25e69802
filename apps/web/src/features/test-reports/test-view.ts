import type { RepoTest, TestCounts, TestFilter } from '@millrace/contract/api';
import type { Status, TestStatus } from '@millrace/contract/vocabulary';

/** Status icon of each test result. */
export const shownAs: Record<TestStatus, Status> = {
  passed: 'success',
  failed: 'failure',
  error: 'error',
  skipped: 'skipped',
};

export function hasFailed(status: TestStatus | null): boolean {
  return status === 'failed' || status === 'error';
}

/** Returns the filters that match at least one test, and the selected one. */
export function filtersOf(counts: TestCounts, chosen: TestFilter | undefined): TestFilter[] {
  const all: TestFilter[] = ['failed', 'new', 'flaky', 'passed', 'skipped'];
  return all.filter((filter) => counts[filter] > 0 || filter === chosen);
}

/** Returns the share of builds in percent, or 0 if there are none. */
export function shareOf(count: number, { ran }: Pick<RepoTest, 'ran'>): number {
  return ran === 0 ? 0 : Math.round((count / ran) * 100);
}
