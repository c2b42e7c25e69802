import type { RepoTest, TestCounts, TestFilter } from '@millrace/contract/api';
import type { Status, TestStatus } from '@millrace/contract/vocabulary';

/** How a test's outcome looks. */
export const shownAs: Record<TestStatus, Status> = {
  passed: 'success',
  failed: 'failure',
  error: 'error',
  skipped: 'skipped',
};

export function hasFailed(status: TestStatus | null): boolean {
  return status === 'failed' || status === 'error';
}

/** The filters that leave something, and the one that is chosen. */
export function filtersOf(counts: TestCounts, chosen: TestFilter | undefined): TestFilter[] {
  const all: TestFilter[] = ['failed', 'new', 'flaky', 'passed', 'skipped'];
  return all.filter((filter) => counts[filter] > 0 || filter === chosen);
}

/** Returns the share of builds in percent; 0 if there are none. */
export function shareOf(count: number, { ran }: Pick<RepoTest, 'ran'>): number {
  return ran === 0 ? 0 : Math.round((count / ran) * 100);
}
