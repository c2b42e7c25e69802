import { expect, test } from 'vitest';
import { readTestOptions, toAddressParameters } from './test-filter-address.ts';

test.each([
  ['', { sort: 'status', words: '' }],
  ['status=failed&words=log%20in', { sort: 'status', words: 'log in', status: 'failed' }],
  ['sort=duration', { sort: 'duration', words: '' }],
  ['status=odd&sort=odd', { sort: 'status', words: '' }],
] as const)('parses "%s"', (search, options) => {
  expect(readTestOptions(new URLSearchParams(search))).toEqual(options);
});

test('omits default values from the URL', () => {
  expect(toAddressParameters({ sort: 'status', words: 'x', status: undefined })).toEqual({
    status: undefined,
    words: 'x',
    sort: '',
  });
});
