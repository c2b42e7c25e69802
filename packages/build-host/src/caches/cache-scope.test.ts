import { expect, it } from 'vitest';
import { cacheScopesOf, isUnmergedScope, type ScopedBuild } from './cache-scope.ts';

const repo = { slug: 'ada/project', defaultBranch: 'main' };
const push: ScopedBuild = {
  id: 7,
  event: 'push',
  ref: 'refs/heads/main',
  target: 'main',
  sourceRepo: '',
  bisection: 0,
};

it.each<[string, Partial<ScopedBuild>, string, string[]]>([
  ['a push to the default branch', {}, 'branch/main', []],
  [
    'a push to another branch',
    { ref: 'refs/heads/feature/x', target: 'feature/x' },
    'branch/feature/x',
    ['branch/main'],
  ],
  ['a bisection', { bisection: 4 }, 'build/7', ['branch/main']],
  [
    'a tag',
    { event: 'tag', ref: 'refs/tags/v1', target: 'main', sourceRepo: 'ada/project' },
    'tag/v1',
    ['branch/main'],
  ],
  [
    'a pull request',
    { event: 'pull_request', ref: 'refs/pull/3/head', target: 'next' },
    'pull/3',
    ['branch/next', 'branch/main'],
  ],
  [
    'a merge request of a fork',
    { event: 'pull_request', ref: 'refs/merge-requests/3/head', sourceRepo: 'eve/project' },
    'pull/3',
    ['branch/main'],
  ],
  [
    'a promoted pull request',
    { event: 'promote', ref: 'refs/pull/3/head', sourceRepo: 'eve/project' },
    'pull/3',
    ['branch/main'],
  ],
  [
    'a custom build of the ref of a pull request',
    { event: 'custom', ref: 'refs/pull-requests/3/from' },
    'pull/3',
    ['branch/main'],
  ],
  [
    'a pull request whose ref is a branch',
    { event: 'pull_request', ref: 'refs/heads/main' },
    'build/7',
    ['branch/main'],
  ],
  [
    'a promoted fork whose ref is a branch',
    { event: 'promote', ref: 'refs/heads/main', sourceRepo: 'eve/project' },
    'build/7',
    ['branch/main'],
  ],
  ['an unknown ref', { event: 'custom', ref: 'refs/pull/x' }, 'build/7', ['branch/main']],
  [
    'a branch that is named like a pull request',
    { ref: 'refs/heads/pull/3', target: 'pull/3' },
    'branch/pull/3',
    ['branch/main'],
  ],
  [
    'a tag that is named like a branch',
    { event: 'tag', ref: 'refs/tags/branch/main' },
    'tag/branch/main',
    ['branch/main'],
  ],
])('gives %s its own scope', (_, change, write, alsoReads) => {
  const scopes = cacheScopesOf({ ...push, ...change }, repo);
  expect(scopes).toEqual({ write, read: [write, ...alsoReads] });
});

it('distinguishes merged from unmerged code', () => {
  expect(['pull/3', 'build/7'].every(isUnmergedScope)).toBe(true);
  expect(['branch/pull/3', 'branch/build/7', 'tag/pull/3'].some(isUnmergedScope)).toBe(false);
});
