import type { Build, DefaultBranch } from '@millrace/contract/api';
import { sampleBuild, sampleRepo } from '@millrace/contract/testing';
import { describe, expect, test } from 'vitest';
import { isHistoryChanged, updateDefaultBranches } from './default-branch-live-update.ts';

const push = { event: 'push', ref: 'refs/heads/main' } as const;
const event = (build: Partial<Build>) => ({
  ...sampleRepo(),
  build: sampleBuild({ ...push, ...build }),
});
const state = (fields: Partial<DefaultBranch>): DefaultBranch => ({
  slug: 'octo/hello',
  branch: 'main',
  number: 5,
  event: 'push',
  status: 'success',
  ...fields,
});
const green = state({ result: 'success' });
const red = state({ status: 'failure', result: 'failure', failing_since: 4 });
const promotion = { event: 'promote', deploy_to: 'production' } as const;

describe('the state of a default branch', () => {
  test.each<[string, DefaultBranch | undefined, Partial<Build>, Partial<DefaultBranch>]>([
    ['turns red', green, { number: 6, status: 'failure' }, { result: 'failure', failing_since: 6 }],
    ['stays red', red, { number: 6, status: 'error' }, { result: 'error', failing_since: 4 }],
    ['turns green', red, { number: 6, status: 'success' }, { result: 'success' }],
    [
      'turns green if failed stages succeed',
      red,
      { number: 5, status: 'success' },
      { result: 'success' },
    ],
    [
      'stays red during the next build',
      red,
      { number: 6, status: 'running' },
      { status: 'running', result: 'failure', failing_since: 4 },
    ],
    [
      'stays red after a killed build',
      red,
      { number: 6, status: 'killed' },
      { status: 'killed', result: 'failure', failing_since: 4 },
    ],
    [
      'is known after the first build',
      undefined,
      { number: 1, status: 'failure' },
      { number: 1, result: 'failure', failing_since: 1 },
    ],
    [
      'follows cron jobs of a branch without pushes',
      state({ event: 'cron', result: 'success' }),
      { number: 6, event: 'cron', status: 'failure' },
      { number: 6, event: 'cron', result: 'failure' },
    ],
    [
      'follows the first push instead of cron jobs',
      state({ event: 'cron', status: 'failure', result: 'failure' }),
      { number: 6, status: 'running' },
      { number: 6, event: 'push', status: 'running' },
    ],
  ])('%s', (_, before, build, expected) => {
    const [after] = updateDefaultBranches(before ? [before] : [], event(build));
    expect(after).toMatchObject(expected);
    expect(after?.result).toBe(expected.result);
    expect(after?.failing_since).toBe(expected.failing_since);
  });

  test.each<[string, Partial<Build>]>([
    ['another branch', { number: 6, ref: 'refs/heads/dev', status: 'failure' }],
    ['a promotion', { number: 6, ...promotion, status: 'failure' }],
    ['a bisection', { number: 6, bisection: 1, status: 'failure' }],
    ['a restart', { number: 6, parent: 4, status: 'failure' }],
    ['an older build', { number: 4, status: 'failure' }],
  ])('is not changed by %s', (_, build) => {
    const states = [green];
    expect(updateDefaultBranches(states, event(build))).toBe(states);
  });
});

test.each<[string, Partial<Build>, boolean]>([
  ['a finished restart', { number: 6, parent: 4, status: 'success' }, true],
  ['a running restart', { number: 6, parent: 4, status: 'running' }, false],
  ['an older build that finishes', { number: 4, status: 'success' }, true],
  ['a newer build', { number: 6, status: 'success' }, false],
  ['a restart on another branch', { number: 6, parent: 4, ref: 'refs/heads/dev' }, false],
  ['a promotion', { number: 6, parent: 4, ...promotion }, false],
])('%s: reloads the states: %s', (_, build, isChanged) => {
  expect(isHistoryChanged([red], event(build))).toBe(isChanged);
});
