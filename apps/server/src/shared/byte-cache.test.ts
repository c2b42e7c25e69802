import { expect, it } from 'vitest';
import { type ByteCache, createByteCache } from './byte-cache.ts';

const fill = (cache: ByteCache<string>, keys: string[], length = 1000) => {
  for (const key of keys) cache.set(key, key.repeat(length));
};

it('evicts the least recently used entry', () => {
  const cache = createByteCache<string>(5000);
  fill(cache, ['a', 'b', 'c', 'd']);
  cache.get('a');
  fill(cache, ['e']);
  expect([...cache.rkeys()]).toEqual(['c', 'd', 'a', 'e']);
  expect(cache.get('b')).toBeUndefined();
});

it('counts a replaced entry once', () => {
  const cache = createByteCache<string>(5000);
  fill(cache, ['a', 'b', 'a', 'a', 'a', 'c']);
  expect([...cache.rkeys()]).toEqual(['b', 'a', 'c']);
  cache.delete('a');
  cache.delete('a');
  fill(cache, ['d', 'e']);
  expect([...cache.rkeys()]).toEqual(['b', 'c', 'd', 'e']);
});

it('does not store an entry that would evict too many others', () => {
  const cache = createByteCache<string>(5000);
  fill(cache, ['a']);
  fill(cache, ['b'], 2000);
  expect([...cache.rkeys()]).toEqual(['a']);
});
