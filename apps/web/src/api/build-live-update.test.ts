import type { Build } from '@millrace/contract/api';
import { sampleBuild, sampleStage } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { joinBuildPages, updateBuild, updateBuildPages } from './build-live-update.ts';

const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => sampleBuild({ number: from - index }));
const numbers = (pages: Build[][]) => pages.map((page) => page.map((build) => build.number));

test('a new build enters at the top', () => {
  expect(numbers(updateBuildPages([range(3, 1)], sampleBuild({ number: 4 })))).toEqual([
    [4, 3, 2, 1],
  ]);
});

test('a known build moves to the top', () => {
  const pages = updateBuildPages([range(3, 1)], sampleBuild({ number: 2, status: 'running' }));
  expect(numbers(pages)).toEqual([[2, 3, 1]]);
  expect(pages[0]?.[0]?.status).toBe('running');
});

test('an older state of a known build changes nothing', () => {
  const pages = [[sampleBuild({ number: 2, version: 5 })]];
  expect(updateBuildPages(pages, sampleBuild({ number: 2, version: 4 }))).toBe(pages);
});

test('the list is capped at 50', () => {
  const [page] = numbers(updateBuildPages([range(50, 1)], sampleBuild({ number: 51 })));
  expect(page).toHaveLength(50);
  expect(page?.at(-1)).toBe(2);
});

test('with more pages loaded nothing that is being read gets lost', () => {
  const pages = updateBuildPages([range(60, 11), range(10, 1)], sampleBuild({ number: 61 }));
  expect(pages.map((page) => page.length)).toEqual([50, 11]);
  expect(joinBuildPages(pages).map((build) => build.number)).toEqual(
    range(61, 1).map((build) => build.number),
  );
});

test('the open build takes newer states only and keeps its stages', () => {
  const open = sampleBuild({ number: 7, version: 3, stages: [sampleStage()] });
  expect(updateBuild(open, sampleBuild({ number: 7, version: 2 }))).toBe(open);
  expect(updateBuild(open, sampleBuild({ number: 8, version: 9 }))).toBe(open);
  const next = updateBuild(open, sampleBuild({ number: 7, version: 4, status: 'killed' }));
  expect(next).toMatchObject({ status: 'killed', stages: open.stages });
});
