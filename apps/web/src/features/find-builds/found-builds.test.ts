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
/** From this id down. */
const page = (newest: number, size = 50) =>
  Array.from({ length: size }, (_, index) => failed(newest - index));

test.each<[string, FoundBuild, number[]]>([
  ['one that is new comes first', failed(9), [9, 7, 5, 3]],
  ['one between others takes its place', failed(4), [7, 5, 4, 3]],
  ['one that is older than all comes last', failed(1), [7, 5, 3, 1]],
  ['one that does not match stays out', failed(9, { status: 'running' }), [7, 5, 3]],
  ['one that matches no longer leaves', failed(5, { status: 'success', version: 2 }), [7, 3]],
  ['one that changed stays in its place', failed(5, { version: 2 }), [7, 5, 3]],
  ['old news change nothing', failed(5, { status: 'success', version: 0 }), [7, 5, 3]],
])('%s', (_, next, ids) => {
  expect(idsOf(updateFoundPages([[failed(7), failed(5), failed(3)]], next, filter))).toEqual([ids]);
});

test('what changed is shown as it is now', () => {
  const [[first] = []] = updateFoundPages(
    [[failed(7)]],
    failed(7, { version: 2, title: 'New' }),
    filter,
  );
  expect(first?.build).toMatchObject({ version: 2, title: 'New' });
});

test('what runs over a page moves to the next', () => {
  const pages = updateFoundPages([page(100), page(50, 3)], failed(101), filter);
  expect(pages.map((each) => each.length)).toEqual([50, 4]);
  expect(idsOf(pages)[1]?.[0]).toBe(51);
});

test('one of a page that is not loaded stays out', () => {
  const pages = [page(100)];
  expect(updateFoundPages(pages, failed(7), filter)).toBe(pages);
});

test('one that is on two pages is shown once', () => {
  expect(
    joinFoundPages([
      [failed(3), failed(2)],
      [failed(2), failed(1)],
    ]),
  ).toHaveLength(3);
});
