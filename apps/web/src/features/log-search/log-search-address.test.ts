import { expect, it } from 'vitest';
import { readLogSearch, writeLogSearch } from './log-search-address.ts';

const query = { text: 'a&b=c #1 (x|y)+', isRegExp: true, matchesCase: false };

it('reads the query that it wrote, and keeps other parameters', () => {
  const search = writeLogSearch('?view=logs', query);
  expect(readLogSearch(search)).toEqual(query);
  expect(writeLogSearch(search, null)).toBe('?view=logs');
});

it('distinguishes an empty search from no search', () => {
  expect(readLogSearch('?search=')).toEqual({ text: '', isRegExp: false, matchesCase: false });
  expect(readLogSearch('?case=true')).toBeNull();
  expect(writeLogSearch('', null)).toBe('');
});
