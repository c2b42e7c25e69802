import { z } from 'zod/mini';
import { cacheAnswer, cacheQuery } from '../cache-messages.ts';
import { defineRunnerCall, noContent, rpcPath } from '../define-call.ts';

export const findCache = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/caches`,
  summary: 'Look up a cache for a running step, in the scopes that its build may read',
  body: cacheQuery,
  output: cacheAnswer,
  isOptional: true,
});

export const loadCache = defineRunnerCall({
  method: 'GET',
  path: `${rpcPath}/step/:step/caches/:lookup`,
  summary: 'Download the cache that a lookup of the same stage found',
  output: z.string(),
  contentType: 'application/zstd',
  download: true,
  isOptional: true,
});

export const discardCache = defineRunnerCall({
  method: 'DELETE',
  path: `${rpcPath}/step/:step/caches/:lookup`,
  summary: 'Report that the cache that a lookup of the same stage found is damaged; it is deleted',
  ...noContent,
  isOptional: true,
});

export const saveCache = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/caches/:lookup`,
  summary:
    'Upload a cache with the key of a lookup of the same stage, into the scope of the build; an existing cache is kept',
  query: z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Invalid SHA-256')) }),
  upload: true,
  ...noContent,
});
