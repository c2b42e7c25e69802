import type { CacheLimits } from '@millrace/build-host/caches/cache-limits';
import {
  type Cache as CacheJson,
  type CacheLookup as CacheLookupJson,
  type Caches,
  deleteCache,
  deleteCaches,
  getCache,
  getCaches,
  patchCacheLimits,
  putCacheLimits,
} from '@millrace/contract/api';
import { answerArchive } from '../../http/answer-archive.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Downloads } from '../../http/downloads.ts';
import type { CacheLookup } from './cache-lookup-store.ts';
import type { CacheService } from './cache-service.ts';
import type { Cache } from './cache-store.ts';

export function registerCacheRoutes(
  routes: ApiRoutes,
  service: CacheService,
  downloads: Downloads,
): void {
  routes.repo(getCaches, async ({ repo }) => {
    const { caches, lookups, used, own, server, limits } = await service.read(repo.id);
    return {
      entries: caches.map(toJson),
      lookups: lookups.map(toLookupJson),
      used,
      own: { days: own.days, repo_bytes: own.repoBytes },
      server: toLimitsJson(server),
      limits: toLimitsJson(limits),
    };
  });
  routes.repo(getCache, async ({ repo, params, ...call }) => {
    await downloads.begin(call);
    return answerArchive(await service.open(repo.id, params.cache));
  });
  routes.repo(putCacheLimits, async ({ repo, body }) => {
    const { days = null, repo_bytes = null } = body;
    await service.setLimits(repo.id, { days, repoBytes: repo_bytes });
  });
  routes.repo(patchCacheLimits, async ({ repo, body: { days, repo_bytes: repoBytes } }) => {
    await service.changeLimits(repo.id, {
      ...(days === undefined ? {} : { days }),
      ...(repoBytes === undefined ? {} : { repoBytes }),
    });
  });
  routes.repo(deleteCache, async ({ repo, params }) => {
    await service.delete(repo.id, params.cache);
  });
  routes.repo(deleteCaches, async ({ repo }) => {
    await service.deleteAll(repo.id);
  });
}

function toJson({ id, name, scope, paths, lastUsed, ...cache }: Cache): CacheJson {
  const { size, build, created, hits } = cache;
  return {
    id,
    key: name,
    scope,
    paths: [...paths],
    size,
    build,
    created,
    last_used: lastUsed,
    hits,
  };
}

function toLimitsJson({ days, entryBytes, repoBytes }: CacheLimits): Caches['limits'] {
  return { days, entry_bytes: entryBytes, repo_bytes: repoBytes };
}

function toLookupJson(lookup: CacheLookup): CacheLookupJson {
  const { id, name, scope, build, stage, step, created } = lookup;
  const { foundName, reason, missingFiles } = lookup;
  return {
    id,
    key: name,
    scope,
    build,
    stage,
    step,
    created,
    ...(foundName === null
      ? { result: 'miss' }
      : { result: foundName === name ? 'hit' : 'partial', found_key: foundName }),
    ...(reason === null ? {} : { reason }),
    ...(missingFiles.length > 0 ? { missing_files: [...missingFiles] } : {}),
  };
}
