import { expect, test } from 'vitest';
import { RecentChanges } from './recent-changes.ts';

function changes(size: number, ...buildIds: number[]): RecentChanges {
  const recent = new RecentChanges(size);
  for (const buildId of buildIds) recent.add({ repoId: 1, buildId });
  return recent;
}

test.each([
  { builds: [], after: 0, known: [] },
  { builds: [7, 8], after: 0, known: [7, 8] },
  { builds: [7, 8], after: 1, known: [8] },
  { builds: [7, 8], after: 2, known: [] },
  // Of a build only the newest change counts.
  { builds: [7, 8, 7], after: 0, known: [8, 7] },
  { builds: [7, 8, 7], after: 2, known: [7] },
  { builds: [7, 8, 9, 6], after: 1, known: [8, 9, 6] },
  { builds: [7, 8, 9, 6], after: 0, known: null },
  // Of another server, or another start of it.
  { builds: [7], after: 2, known: null },
])('after change $after of $builds: $known', ({ builds, after, known }) => {
  const found = changes(3, ...builds).after(after);
  expect(found?.map(({ buildId }) => buildId) ?? null).toEqual(known);
});
