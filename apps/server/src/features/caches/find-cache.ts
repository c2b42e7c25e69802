import type { CacheMissReason } from '@millrace/contract/cache';
import type { CacheQuery } from '@millrace/contract/runner';
import type { CacheScopes } from '../../domain/cache-scope.ts';
import type { Cache, CacheStore } from './cache-store.ts';

interface Search extends Omit<CacheQuery, 'missingFiles'> {
  repoId: number;
  scopes: CacheScopes;
}

/**
 * Finds the cache with this key in the first scope that has it, or else the newest one that starts with a restore key: the
 * first restore key with a match counts.
 */
export async function findCache(
  caches: CacheStore,
  { repoId, scopes, key, restoreKeys, paths }: Search,
): Promise<Cache | undefined> {
  for (const scope of scopes.read) {
    const exact = await caches.find(repoId, { scope, name: key, paths });
    if (exact) return exact;
  }
  for (const name of restoreKeys) {
    for (const scope of scopes.read) {
      const partial = await caches.findByPrefix(repoId, { scope, name, paths });
      if (partial) return partial;
    }
  }
  return undefined;
}

/** Returns why no cache has this key for these paths. */
export async function explainMiss(
  caches: CacheStore,
  { repoId, scopes, key }: Pick<Search, 'repoId' | 'scopes' | 'key'>,
): Promise<CacheMissReason> {
  const others = await caches.listScopes(repoId, key);
  if (others.some((scope) => scopes.read.includes(scope))) return 'other_paths';
  return others.length > 0 ? 'other_scope' : 'no_entry';
}
