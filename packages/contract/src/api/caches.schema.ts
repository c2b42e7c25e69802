import { z } from 'zod/mini';
import { cacheMissReasons } from '../cache.ts';
import { defineDetails } from './endpoint.ts';

/** Files that stages stored for later builds. */
export const cache = z.object({
  id: z.number(),
  key: z.string(),
  /** `branch/NAME`, `tag/NAME`, `pull/NUMBER` or `build/ID`: whose builds write the cache. */
  scope: z.string(),
  paths: z.array(z.string()),
  /** Compressed size in bytes. */
  size: z.number(),
  /** Number of the build that stored it. */
  build: z.number(),
  created: z.number(),
  /** Time of the last hit, or of the creation. */
  last_used: z.number(),
  hits: z.number(),
});

/** A search of a step for a cache. */
export const cacheLookup = z.object({
  id: z.number(),
  key: z.string(),
  /** Scope to which the build writes. */
  scope: z.string(),
  build: z.number(),
  stage: z.string(),
  step: z.string(),
  created: z.number(),
  result: z.enum(['hit', 'partial', 'miss']),
  /** Key of the cache that was found. */
  found_key: z.optional(z.string()),
  reason: z.optional(z.enum(cacheMissReasons)),
  /** Files of checksums that did not exist. */
  missing_files: z.optional(z.array(z.string())),
});

const integer = z.number().check(z.int(), z.minimum(0));

/** A hundred years, the same limit as for the integer server. */
const maxDays = 36_500;

const limits = z.object({
  /** Days after its last use at which a cache is deleted; 0 means no expiry. */
  days: z.number(),
  entry_bytes: z.number(),
  repo_bytes: z.number(),
});

export const caches = z.object({
  /** Most recently used first. */
  entries: z.array(cache),
  /** The newest lookups, newest first. */
  lookups: z.array(cacheLookup),
  /** Bytes. */
  used: z.number(),
  /** Limits set for the repository; null if none is. */
  own: z.object({ days: z.nullable(z.number()), repo_bytes: z.nullable(z.number()) }),
  /** Limits of the server, which a repository can lower. */
  server: limits,
  /** Limits in effect. */
  limits,
});

export const getCaches = defineDetails({
  access: 'read',
  summary: 'Get the caches of a repository with their limits, and the newest lookups',
  output: caches,
});

export const getCache = defineDetails({
  access: 'write',
  summary: 'Download a cache as a tar.zst archive',
  forPrograms: '`millrace exec --build` calls it',
  output: z.string(),
  contentType: 'application/zstd',
});

export const deleteCache = defineDetails({
  access: 'admin',
  summary: 'Delete a cache',
  audit: { action: 'cache.delete' },
});

export const deleteCaches = defineDetails({
  access: 'admin',
  summary: 'Delete all caches of a repository',
  audit: { action: 'cache.delete_all' },
});

export const cacheLimitsChange = z.partial(
  z.object({
    days: z.nullable(
      integer.check(z.maximum(maxDays, `At most ${maxDays} days; 0 means no expiry`)),
    ),
    repo_bytes: z.nullable(integer),
  }),
);

export const putCacheLimits = defineDetails({
  access: 'admin',
  summary:
    'Lower the cache quota and retention of a repository; null or absent restores the limit of the server',
  forPrograms: 'For scripts that set all limits. The form sends only what was changed',
  audit: { action: 'cache_limits.update', fields: 'all' },
  body: cacheLimitsChange,
});

export const patchCacheLimits = defineDetails({
  access: 'admin',
  summary: 'Change some of the cache limits of a repository; null restores the limit of the server',
  audit: { action: 'cache_limits.update', fields: 'all' },
  nullRestores: true,
  body: cacheLimitsChange,
});
