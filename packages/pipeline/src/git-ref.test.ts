import { expect, test } from 'vitest';
import { branchRef, readRef, tagRef } from './git-ref.ts';

test.each([
  ['refs/heads/main', 'branch', 'main'],
  ['refs/heads/feature/refs/tags/x', 'branch', 'feature/refs/tags/x'],
  ['refs/tags/v1.0', 'tag', 'v1.0'],
  ['refs/pull/12/head', 'pull_request', '12'],
  ['refs/pull/12/merge', 'pull_request', '12'],
  ['refs/pull-requests/3/from', 'pull_request', '3'],
  ['refs/merge-requests/4/head', 'pull_request', '4'],
  ['refs/pull/x/head', 'other', 'refs/pull/x/head'],
  ['refs/notes/commits', 'other', 'refs/notes/commits'],
  ['main', 'other', 'main'],
  ['', 'other', ''],
])('%s is the %s %s', (ref, kind, name) => {
  expect(readRef(ref)).toEqual({ kind, name });
});

test('parsing a formatted ref returns the original name', () => {
  expect(readRef(branchRef('a/b'))).toEqual({ kind: 'branch', name: 'a/b' });
  expect(readRef(tagRef('v1'))).toEqual({ kind: 'tag', name: 'v1' });
});
