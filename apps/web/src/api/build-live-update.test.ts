import type { Build } from '@millrace/contract/api';
import { sampleBuild, sampleStage } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { joinBuildPages, updateBuild, updateBuildPages } from './build-live-update.ts';

const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => sampleBuild({ number: from - index }));
const numbers = (pages: Build[][]) => pages.map((page) => page.map((build) => build.number));

test('adds a new build at the top', () => {
  expect(numbers(updateBuildPages([range(3, 1)], sampleBuild({ number: 4 })))).toEqual([
    [4, 3, 2, 1],
  ]);
});

test('moves a known build to the top', () => {
  const pages = updateBuildPages([range(3, 1)], sampleBuild({ number: 2, status: 'running' }));
  expect(numbers(pages)).toEqual([[2, 3, 1]]);
  expect(pages[0]?.[0]?.status).toBe('running');
});

test('ignores an older state of a known build', () => {
  const pages = [[sampleBuild({ number: 2, version: 5 })]];
  expect(updateBuildPages(pages, sampleBuild({ number: 2, version: 4 }))).toBe(pages);
});

test('limits the first page to 50 builds', () => {
  const [page] = numbers(updateBuildPages([range(50, 1)], sampleBuild({ number: 51 })));
  expect(page).toHaveLength(50);
  expect(page?.at(-1)).toBe(2);
});

test('keeps every build if several pages are loaded', () => {
  const pages = updateBuildPages([range(60, 11), range(10, 1)], sampleBuild({ number: 61 }));
  expect(pages.map((page) => page.length)).toEqual([50, 11]);
  expect(joinBuildPages(pages).map((build) => build.number)).toEqual(
    range(61, 1).map((build) => build.number),
  );
});

test('applies only newer states to an open build, and keeps its stages', () => {
  const open = sampleBuild({ number: 7, version: 3, stages: [sampleStage()] });
  expect(updateBuild(open, sampleBuild({ number: 7, version: 2 }))).toBe(open);
  expect(updateBuild(open, sampleBuild({ number: 8, version: 9 }))).toBe(open);
  const next = updateBuild(open, sampleBuild({ number: 7, version: 4, status: 'killed' }));
  expect(next).toMatchObject({ status: 'killed', stages: open.stages });
});
