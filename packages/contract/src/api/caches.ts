import type { z } from 'zod/mini';
import type * as schema from './caches.schema.ts';
import { defineCall } from './endpoint.ts';

const path = '/api/repos/:namespace/:name/caches' as const;

export type Cache = z.infer<typeof schema.cache>;

export type CacheLookup = z.infer<typeof schema.cacheLookup>;

export type Caches = z.infer<typeof schema.caches>;

export const getCaches = defineCall<typeof schema.getCaches>()('GET', path);

export const getCache = defineCall<typeof schema.getCache>()('GET', `${path}/:cache`);

export const deleteCache = defineCall<typeof schema.deleteCache>()('DELETE', `${path}/:cache`);

export const deleteCaches = defineCall<typeof schema.deleteCaches>()('DELETE', path);

export type CacheLimitsChange = z.infer<typeof schema.cacheLimitsChange>;

export const putCacheLimits = defineCall<typeof schema.putCacheLimits>()(
  'PUT',
  '/api/repos/:namespace/:name/cache-limits',
);

export const patchCacheLimits = defineCall<typeof schema.patchCacheLimits>()(
  'PATCH',
  '/api/repos/:namespace/:name/cache-limits',
);
