import { expect, it } from 'vitest';
import { type ByteCache, createByteCache } from './byte-cache.ts';

const fill = (cache: ByteCache<string>, keys: string[], length = 1000) => {
  for (const key of keys) cache.set(key, key.repeat(length));
};

it('forgets what was used longest ago', () => {
  const cache = createByteCache<string>(5000);
  fill(cache, ['a', 'b', 'c', 'd']);
  cache.get('a');
  fill(cache, ['e']);
  expect([...cache.rkeys()]).toEqual(['c', 'd', 'a', 'e']);
  expect(cache.get('b')).toBeUndefined();
});

it('counts what takes the place of another once', () => {
  const cache = createByteCache<string>(5000);
  fill(cache, ['a', 'b', 'a', 'a', 'a', 'c']);
  expect([...cache.rkeys()]).toEqual(['b', 'a', 'c']);
  cache.delete('a');
  cache.delete('a');
  fill(cache, ['d', 'e']);
  expect([...cache.rkeys()]).toEqual(['b', 'c', 'd', 'e']);
});

it('does not take what would put too many others out', () => {
  const cache = createByteCache<string>(5000);
  fill(cache, ['a']);
  fill(cache, ['b'], 2000);
  expect([...cache.rkeys()]).toEqual(['a']);
});
