import { expect, it } from 'vitest';
import { type BuiltRef, isProtectedBuild } from './protected-build.ts';

const repo = { slug: 'octo/hello', defaultBranch: 'main' };
const refs = { branches: ['release/*'], tags: ['v*'] };
const push: BuiltRef = { event: 'push', ref: 'refs/heads/main', target: 'main', sourceRepo: '' };
const ofBranch = (name: string) => ({ ...push, ref: `refs/heads/${name}`, target: name });
const ofTag = (name: string): BuiltRef => ({
  ...push,
  event: 'tag',
  ref: `refs/tags/${name}`,
  target: '',
});
const pull: BuiltRef = { ...push, event: 'pull_request', ref: 'refs/pull/7/head' };

it.each<[string, BuiltRef, boolean]>([
  ['a push to the default branch', push, true],
  ['a push to a listed branch', ofBranch('release/1'), true],
  ['a push to another branch', ofBranch('topic'), false],
  ['a push to a branch that only starts like a protected one', ofBranch('main2'), false],
  ['a listed tag', ofTag('v1'), true],
  ['another tag', ofTag('test'), false],
  ['a branch with the name of a listed tag', ofBranch('v1'), false],
  ['a tag with the name of the default branch', ofTag('main'), false],
  ['a cron job on the default branch', { ...push, event: 'cron' }, true],
  ['a build that a person starts on the default branch', { ...push, event: 'custom' }, true],
  ['the same with a commit that is not on it', { ...push, ref: 'abc', target: '' }, false],
  ['a target without its ref', { ...ofBranch('topic'), target: 'main' }, false],
  ['a promotion of the default branch', { ...push, event: 'promote' }, true],
  ['a rollback of the default branch', { ...push, event: 'rollback' }, true],
  ['a promotion of another branch', { ...ofBranch('topic'), event: 'promote' }, false],
  ['a pull request into the default branch', { ...pull, sourceRepo: 'octo/hello' }, false],
  ['a pull request of a fork', { ...pull, sourceRepo: 'eve/hello' }, false],
  ['a pull request whose ref is a branch', { ...push, event: 'pull_request' }, false],
  ['a promotion of a pull request', { ...pull, event: 'promote', sourceRepo: '' }, false],
  ['a commit of a fork on the default branch', { ...push, sourceRepo: 'eve/hello' }, false],
  ['a commit of an unknown fork', { ...push, sourceRepo: 'octo/hello?' }, false],
])('%s', (_, build, expected) => {
  expect(isProtectedBuild(build, repo, refs)).toBe(expected);
});

it('protects the default branch alone, unless the repository lists others', () => {
  const none = { branches: [], tags: [] };
  const builds = [push, ofBranch('release/1'), ofTag('v1')];
  expect(builds.map((build) => isProtectedBuild(build, repo, none))).toEqual([true, false, false]);
});
