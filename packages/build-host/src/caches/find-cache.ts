import type { CacheMissReason } from '@millrace/contract/cache';
import type { CacheId } from './cache-id.ts';
import type { CacheScopes } from './cache-scope.ts';

/** The caches of one repository. */
export interface CacheIndex<Cache> {
  find(cacheId: CacheId): Promise<Cache | undefined>;
  /** Finds the newest cache of a scope and of these paths whose name starts with `cacheId.name`. */
  findByPrefix(cacheId: CacheId): Promise<Cache | undefined>;
  /** Lists the scopes with caches of this name, of any paths. */
  listScopes(name: string): Promise<string[]>;
}

interface Search {
  scopes: CacheScopes;
  key: string;
  restoreKeys: readonly string[];
  paths: readonly string[];
}

/**
 * Finds the cache with this key in the first scope that has it, or else the newest one that starts with a restore key: the
 * first restore key with a match counts.
 */
export async function findCache<Cache>(
  caches: CacheIndex<Cache>,
  { scopes, key, restoreKeys, paths }: Search,
): Promise<Cache | undefined> {
  for (const scope of scopes.read) {
    const exact = await caches.find({ scope, name: key, paths });
    if (exact) return exact;
  }
  for (const name of restoreKeys) {
    for (const scope of scopes.read) {
      const partial = await caches.findByPrefix({ scope, name, paths });
      if (partial) return partial;
    }
  }
  return undefined;
}

/** Returns why no cache has this key for these paths. */
export async function explainMiss(
  caches: Pick<CacheIndex<unknown>, 'listScopes'>,
  { scopes, key }: Pick<Search, 'scopes' | 'key'>,
): Promise<CacheMissReason> {
  const others = await caches.listScopes(key);
  if (others.some((scope) => scopes.read.includes(scope))) return 'other_paths';
  return others.length > 0 ? 'other_scope' : 'no_entry';
}
