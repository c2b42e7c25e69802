import { expect, test } from 'vitest';
import { buildReference } from './build-reference.ts';

test.each([
  ['refs/heads/feature/a', 'feature/a', true, 'feature/a', 'feature/a'],
  ['refs/heads/main', '', true, 'main', 'main'],
  ['', 'main', true, 'main', 'main'],
  ['refs/tags/v1.0', 'main', false, 'v1.0', 'refs/tags/v1.0'],
  ['refs/pull/7/head', 'main', false, 'refs/pull/7/head', 'refs/pull/7/head'],
  [
    'refs/merge-requests/7/head',
    'main',
    false,
    'refs/merge-requests/7/head',
    'refs/merge-requests/7/head',
  ],
])('%s of %s', (ref, target, isBranch, name, forgeRef) => {
  expect(buildReference({ ref, target })).toEqual({ isBranch, name, ref: forgeRef });
});

test('returns null for a commit that is on no branch', () => {
  expect(buildReference({ ref: '0a'.repeat(20), target: '' })).toBeNull();
});

test('returns null without ref and target', () => {
  expect(buildReference({ ref: '', target: '' })).toBeNull();
});
