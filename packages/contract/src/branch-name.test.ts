import { expect, it } from 'vitest';
import { isBranchName } from './branch-name.ts';

it.each(['main', 'edits/one', 'é-1', 'a@b', 'v1.2', 'x.locks'])('accepts %s', (name) => {
  expect(isBranchName(name)).toBe(true);
});

it.each([
  '',
  '-a',
  '/a',
  'a/',
  'a//b',
  '.a',
  'a/.b',
  'a.',
  'a..b',
  'a.lock',
  'a.lock/b',
  'a@{1',
  '@',
  'HEAD',
  'a b',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[b',
  'a\\b',
  'a\nb',
  'a\u007f',
])('rejects %j', (name) => {
  expect(isBranchName(name)).toBe(false);
});
