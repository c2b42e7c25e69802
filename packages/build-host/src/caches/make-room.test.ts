import { expect, it } from 'vitest';
import { findEvicted, maxCaches } from './make-room.ts';

let id = 0;
const cache = (scope: string, size: number) => ({ id: ++id, scope, size });
const room = (caches: ReturnType<typeof cache>[]) => ({ caches, repoBytes: 100 });

it('evicts nothing while there is room', () => {
  expect(findEvicted(cache('branch/a', 40), room([cache('branch/a', 60)]))).toEqual([]);
});

it('evicts the least recently used caches', () => {
  const caches = [cache('branch/a', 30), cache('pull/1', 30), cache('branch/b', 30)];
  expect(findEvicted(cache('branch/a', 50), room(caches))).toEqual(caches.slice(1));
});

it('rejects a cache that is larger than its quota', () => {
  expect(findEvicted(cache('branch/a', 101), room([]))).toBeUndefined();
  expect(findEvicted(cache('pull/1', 51), room([]))).toBeUndefined();
});

it('lets pull requests evict branches only up to half of the quota', () => {
  const main = cache('branch/main', 50);
  const old = cache('pull/1', 40);
  expect(findEvicted(cache('pull/2', 50), room([old, main]))).toEqual([old]);
  const large = cache('branch/main', 80);
  expect(findEvicted(cache('pull/2', 50), room([large]))).toEqual([large]);
});

it('limits the number of caches', () => {
  const caches = Array.from({ length: maxCaches }, () => cache('branch/a', 0));
  expect(findEvicted(cache('branch/a', 0), room(caches))).toEqual(caches.slice(-1));
});
