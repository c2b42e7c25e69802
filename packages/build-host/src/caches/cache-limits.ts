import { shorterDays } from '../files/artifact-limits.ts';

/** Quotas and retention of the caches of each repository. */
export interface CacheLimits {
  /** Days after its last use at which a cache is deleted; 0 means no expiry. */
  days: number;
  /** Maximum size of one cache. */
  entryBytes: number;
  /** Maximum for all caches of a repository. */
  repoBytes: number;
}

/** Limits set by a repository; null if that of the server applies. */
export type OwnCacheLimits = { [Name in 'days' | 'repoBytes']: number | null };

export const noOwnCacheLimits: OwnCacheLimits = { days: null, repoBytes: null };

/** Returns the limits of a repository, which may be lower than those of the server, but not higher. */
export function cacheLimitsOf(own: OwnCacheLimits, server: CacheLimits): CacheLimits {
  const repoBytes = Math.min(own.repoBytes ?? server.repoBytes, server.repoBytes);
  return {
    days: shorterDays(own.days, server.days),
    entryBytes: Math.min(server.entryBytes, repoBytes),
    repoBytes,
  };
}
