// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { missedBasePath } from './base-path.ts';

it.each([
  ['', '/', null],
  ['', '/octo/hello', null],
  ['/ci', '/ci/', null],
  ['/ci', '/ci/octo/hello', null],
  ['/ci', '/ci', '/ci/'],
  ['/ci', '/', '/ci/'],
  ['/ci', '/octo/hello', '/ci/octo/hello'],
  ['/ci', '/cider/hello', '/ci/cider/hello'],
])('below %j, %s moves to %s', (base, pathname, expected) => {
  expect(missedBasePath(pathname, base)).toBe(expected);
});
