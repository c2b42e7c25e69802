// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { forgetReturnPath, readReturnPath, rememberReturnPath } from './return-path.ts';

beforeEach(forgetReturnPath);

test('returns to the stored page, unless the URL names another one', () => {
  rememberReturnPath('/octo/hello/4?tab=x');
  expect(readReturnPath('')).toBe('/octo/hello/4?tab=x');
  expect(readReturnPath('?return_to=%2Focto%2Fother')).toBe('/octo/other');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  '/.//evil.example',
  '/octo/..//evil.example',
])('never redirects to another site: %s', (path) => {
  expect(readReturnPath(`?return_to=${encodeURIComponent(path)}`)).toBeNull();
});
