import { expect, test } from 'vitest';
import { upsertItem } from './upsert-item.ts';

const named = (...names: string[]) => names.map((name) => ({ name, age: 1 }));

test.each([
  ['between its neighbours in order', 'b', ['a', 'b', 'c']],
  ['at the end', 'd', ['a', 'c', 'd']],
])('inserts a new item %s', (_, name, names) => {
  const items = upsertItem(named('a', 'c'), { name, age: 2 }, 'name');
  expect(items.map((item) => item.name)).toEqual(names);
});

test('replaces a known item in place, in a list of any order', () => {
  expect(upsertItem(named('c', 'a', 'b'), { name: 'a', age: 2 }, 'name')).toEqual([
    { name: 'c', age: 1 },
    { name: 'a', age: 2 },
    { name: 'b', age: 1 },
  ]);
});
