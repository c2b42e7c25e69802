/** Quotas and retention of the caches of each repository. */
export interface CacheLimits {
  /** Days after its last use at which a cache is deleted; 0 means no expiry. */
  days: number;
  /** Maximum size of one cache. */
  entryBytes: number;
  /** Maximum for all caches of a repository. */
  repoBytes: number;
}
