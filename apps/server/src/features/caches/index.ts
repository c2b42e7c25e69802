import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { ObjectCleaner } from '../../object-store/object-cleaner.ts';
import { CacheObjectStore } from './cache-object-store.ts';
import { registerCacheRoutes } from './cache-routes.ts';
import { CacheService } from './cache-service.ts';
import { StepCaches } from './step-caches.ts';

/** Caches: files that stages store for later builds of their branch. */
export const caches: CreateFeature = (core, _ask, contributed) => {
  const { config, db, artifactStore: store } = core;
  const deps = { ...core, contributed, store, limits: config.caches };
  const stepCaches = new StepCaches(deps);
  const service = new CacheService(deps);
  return {
    owns: {
      caches: 'MILLRACE_CACHE_DAYS',
      cache_objects: { reason: 'Rows without a cache are deleted after their object' },
      cache_lookups: { reason: 'Deleted after some days' },
      cache_limits: 'repository',
    },
    stepCalls: {
      whileRunning: {
        findCache: (step, { body }) => stepCaches.find(step, body),
        loadCache: (step, { params }) => stepCaches.load(step, params.lookup),
        discardCache: (step, { params }) => stepCaches.discard(step, params.lookup),
        saveCache: (step, { params: { lookup }, query: { sha256 }, file, signal }) =>
          stepCaches.store(step, { lookup, sha256, size: file.size, content: file.read() }, signal),
      },
    },
    replayParts: async ({ repo_id: repoId, stages = [] }) => ({
      lookups: await service.listLookups(
        repoId,
        stages.map(({ id }) => id),
      ),
    }),
    repoSizes: { caches: (repoId) => service.measure(repoId) },
    addRoutes: ({ api, downloads }) => registerCacheRoutes(api, service, downloads),
    jobs: {
      deleteCacheObjects: new ObjectCleaner({ ...core, store, objects: new CacheObjectStore(db) }),
      expireCaches: new RepeatedJob({
        ...core,
        everyMs: 3_600_000,
        failure: 'Unused caches could not be deleted',
        work: (stopped) => service.deleteExpired(stopped),
      }),
    },
  };
};
