import { sampleBuild } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import type { FoundBuild } from './build-filter.ts';
import { joinFoundPages, updateFoundPages } from './found-builds.ts';

const failed = (id: number, fields: Partial<FoundBuild['build']> = {}): FoundBuild => ({
  slug: 'octo/hello',
  build: sampleBuild({ id, number: id, status: 'failure', ...fields }),
});
const filter = { status: 'failure' };
const idsOf = (pages: FoundBuild[][]) => pages.map((page) => page.map(({ build }) => build.id));
/** Page of builds with descending ids. */
const page = (newest: number, size = 50) =>
  Array.from({ length: size }, (_, index) => failed(newest - index));

test.each<[string, FoundBuild, number[]]>([
  ['inserts a new build first', failed(9), [9, 7, 5, 3]],
  ['inserts a build between others', failed(4), [7, 5, 4, 3]],
  ['appends the oldest build', failed(1), [7, 5, 3, 1]],
  ['ignores a build that does not match', failed(9, { status: 'running' }), [7, 5, 3]],
  ['removes a build that no longer matches', failed(5, { status: 'success', version: 2 }), [7, 3]],
  ['keeps the position of a changed build', failed(5, { version: 2 }), [7, 5, 3]],
  ['ignores an older version', failed(5, { status: 'success', version: 0 }), [7, 5, 3]],
])('%s', (_, next, ids) => {
  expect(idsOf(updateFoundPages([[failed(7), failed(5), failed(3)]], next, filter))).toEqual([ids]);
});

test('replaces a changed build', () => {
  const [[first] = []] = updateFoundPages(
    [[failed(7)]],
    failed(7, { version: 2, title: 'New' }),
    filter,
  );
  expect(first?.build).toMatchObject({ version: 2, title: 'New' });
});

test('moves the last build of a full page to the next page', () => {
  const pages = updateFoundPages([page(100), page(50, 3)], failed(101), filter);
  expect(pages.map((each) => each.length)).toEqual([50, 4]);
  expect(idsOf(pages)[1]?.[0]).toBe(51);
});

test('ignores a build of a page that is not loaded', () => {
  const pages = [page(100)];
  expect(updateFoundPages(pages, failed(7), filter)).toBe(pages);
});

test('joins pages without duplicates', () => {
  expect(
    joinFoundPages([
      [failed(3), failed(2)],
      [failed(2), failed(1)],
    ]),
  ).toHaveLength(3);
});
