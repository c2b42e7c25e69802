import type { Status } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { type BuildOfCommit, findShownBuild } from './find-shown-build.ts';

const drone = 'continuous-integration/drone';

/** Builds of pull requests, oldest first: the request, its target branch and the status. */
type Row = [request: number, target: string, status: Status];

const toBuilds = (rows: Row[]): BuildOfCommit[] =>
  rows
    .map(([request, target, status], at) => ({
      number: at + 1,
      event: 'pull_request' as const,
      deployTo: '',
      target,
      status,
      ref: `refs/pull/${request}/head`,
    }))
    .reverse();

it.each<[string, Row[], number]>([
  ['the only build', [[1, 'main', 'success']], 1],
  [
    'a failure',
    [
      [1, 'main', 'failure'],
      [2, 'easy', 'success'],
    ],
    1,
  ],
  [
    'a failure of a newer build',
    [
      [1, 'main', 'success'],
      [2, 'easy', 'error'],
    ],
    2,
  ],
  [
    'an unfinished build',
    [
      [1, 'main', 'running'],
      [2, 'easy', 'success'],
    ],
    1,
  ],
  [
    'a failure before an unfinished build',
    [
      [1, 'main', 'killed'],
      [2, 'easy', 'running'],
    ],
    1,
  ],
  [
    'a superseded build',
    [
      [1, 'main', 'skipped'],
      [2, 'easy', 'success'],
    ],
    1,
  ],
  [
    'the newest success',
    [
      [1, 'main', 'success'],
      [2, 'easy', 'success'],
    ],
    2,
  ],
  [
    'a restarted build',
    [
      [1, 'main', 'failure'],
      [1, 'main', 'success'],
    ],
    2,
  ],
  [
    'the build for a new target branch',
    [
      [1, 'easy', 'failure'],
      [1, 'main', 'success'],
    ],
    2,
  ],
])('shows %s in a context that pull requests share', (_, rows, number) => {
  expect(findShownBuild(drone, `${drone}/pr`, toBuilds(rows))?.number).toBe(number);
});

it('shows the newest build for a target branch', () => {
  const builds = toBuilds([
    [1, 'main', 'failure'],
    [2, 'easy', 'success'],
    [3, 'main', 'running'],
  ]);
  expect(findShownBuild(null, 'continuous-integration/millrace/pr/main', builds)?.number).toBe(3);
  expect(findShownBuild(null, 'continuous-integration/millrace/pr/easy', builds)?.number).toBe(2);
  expect(findShownBuild(null, 'continuous-integration/millrace/push', builds)).toBeUndefined();
});
