import { expect, it } from 'vitest';
import { readLogSearch, writeLogSearch } from './log-search-address.ts';

const query = { text: 'a&b=c #1 (x|y)+', isRegExp: true, matchesCase: false };

it('reads what it wrote, and leaves the rest of the address', () => {
  const search = writeLogSearch('?view=logs', query);
  expect(readLogSearch(search)).toEqual(query);
  expect(writeLogSearch(search, null)).toBe('?view=logs');
});

it('tells a search for nothing yet from none', () => {
  expect(readLogSearch('?search=')).toEqual({ text: '', isRegExp: false, matchesCase: false });
  expect(readLogSearch('?case=true')).toBeNull();
  expect(writeLogSearch('', null)).toBe('');
});
