import type { CacheLimits } from '../domain/cache-limits.ts';
import { type Environment, readWhole } from './read-variable.ts';

const megabyte = 1_000_000;
/** Maximum size of one upload to S3, in megabytes. */
const maxEntryMb = 5000;
const maxRepoMb = 1_000_000_000;

/** Reads the limits for the caches of each repository. */
export function readCacheLimits(env: Environment): CacheLimits {
  return {
    days: readWhole(env, 'MILLRACE_CACHE_DAYS', 14, 0, 36_500),
    entryBytes: readWhole(env, 'MILLRACE_CACHE_ENTRY_MB', 2000, 0, maxEntryMb) * megabyte,
    repoBytes: readWhole(env, 'MILLRACE_CACHE_REPO_MB', 10_000, 0, maxRepoMb) * megabyte,
  };
}
