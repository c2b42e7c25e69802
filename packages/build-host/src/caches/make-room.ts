import { isUnmergedScope } from './cache-scope.ts';

/** Maximum number of caches of a repository. */
export const maxCaches = 1000;
/** Share of the quota that unmerged code may use, so that pull requests cannot evict all caches of branches. */
const unmergedShare = 1 / 2;

interface SizedCache {
  scope: string;
  size: number;
}

interface Room<Cache> {
  /** Caches of the repository, most recently used first. */
  caches: readonly Cache[];
  /** Maximum for all of them. */
  repoBytes: number;
}

/**
 * Returns the caches to delete before another one of this size is stored: the least recently used ones. Returns undefined if
 * it is larger than its quota.
 */
export function findEvicted<Cache extends SizedCache>(
  { scope, size }: SizedCache,
  { caches, repoBytes }: Room<Cache>,
): Cache[] | undefined {
  const quota = isUnmergedScope(scope) ? repoBytes * unmergedShare : repoBytes;
  if (size > quota) return undefined;
  const evicted = new Set<Cache>();
  if (isUnmergedScope(scope)) {
    const unmerged = caches.filter((cache) => isUnmergedScope(cache.scope));
    for (const cache of beyond(unmerged, quota - size, maxCaches * unmergedShare)) {
      evicted.add(cache);
    }
  }
  const remaining = caches.filter((cache) => !evicted.has(cache));
  return [...evicted, ...beyond(remaining, repoBytes - size, maxCaches)];
}

/** Returns the caches at the end that do not fit into these bytes, nor below this number. */
function beyond<Cache extends SizedCache>(
  caches: readonly Cache[],
  bytes: number,
  count: number,
): Cache[] {
  let used = 0;
  const first = caches.findIndex((cache, at) => {
    used += cache.size;
    return used > bytes || at + 1 >= count;
  });
  return first < 0 ? [] : caches.slice(first);
}
