import { expect, test } from 'vitest';
import { testFilterChanges, wantedTests } from './test-filter-address.ts';

test.each([
  ['', { sort: 'status', words: '' }],
  ['status=failed&words=log%20in', { sort: 'status', words: 'log in', status: 'failed' }],
  ['sort=duration', { sort: 'duration', words: '' }],
  ['status=odd&sort=odd', { sort: 'status', words: '' }],
] as const)('parses "%s"', (search, wanted) => {
  expect(wantedTests(new URLSearchParams(search))).toEqual(wanted);
});

test('omits default values from the URL', () => {
  expect(testFilterChanges({ sort: 'status', words: 'x', status: undefined })).toEqual({
    status: undefined,
    words: 'x',
    sort: '',
  });
});
