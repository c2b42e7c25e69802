import { expect, it } from 'vitest';
import { matchGlob } from './match-glob.ts';

it.each([
  ['main', 'main', true],
  ['main', 'mainline', false],
  ['feature/*', 'feature/a', true],
  ['feature/*', 'feature/a/b', false],
  ['refs/tags/**', 'refs/tags/v1', true],
  ['refs/pull/**', 'refs/pull/7/head', false],
  ['v?.[0-9]', 'v1.2', true],
  ['v[^0-9]', 'v1', false],
  ['a.b', 'axb', false],
  ['a\\*b', 'a*b', true],
  ['/feature\\/.*/', 'feature/x', false],
  ['[', '[', true],
  ['[', 'x', false],
])('%s on %s is %s', (pattern, value, expected) => {
  expect(matchGlob(pattern, value)).toBe(expected);
});
