import { cacheLimits } from '@millrace/pipeline/cache-limits';
import { z } from 'zod/mini';
import { cacheMissReasons } from '../cache.ts';

const { keyLength, pathLength, paths, restoreKeys } = cacheLimits;
const cacheKey = z.string().check(z.minLength(1), z.maxLength(keyLength));

/** A request for the cache with this key, or else the newest one that starts with a restore key. */
export const cacheQuery = z.object({
  key: cacheKey,
  restoreKeys: z.array(cacheKey).check(z.maxLength(restoreKeys)),
  /** Sorted. Only a cache of the same paths is found. */
  paths: z
    .array(z.string().check(z.minLength(1), z.maxLength(2 * pathLength)))
    .check(z.minLength(1), z.maxLength(paths)),
  /** Files of checksums that do not exist. The key is then incomplete, and nothing is found. */
  missingFiles: z.array(z.string().check(z.maxLength(2 * pathLength))).check(z.maxLength(paths)),
});
export type CacheQuery = z.output<typeof cacheQuery>;

const foundCache = z.object({
  key: z.string(),
  /** `branch/NAME`, `tag/NAME`, `pull/NUMBER` or `build/ID`. */
  scope: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** Whether it has the requested key. Such a cache is not stored again. */
  isExact: z.boolean(),
});

export const cacheAnswer = z.object({
  /** Identifies the lookup when the cache is downloaded or stored. */
  lookup: z.int(),
  /** Maximum size of a cache in bytes. */
  maxBytes: z.int(),
  found: z.nullable(foundCache),
  /** Reason for a miss. */
  reason: z.nullable(z.enum(cacheMissReasons)),
});
export type CacheAnswer = z.output<typeof cacheAnswer>;
