import type { CacheLimits } from '@millrace/build-host/caches/cache-limits';
import { explainMiss, findCache } from '@millrace/build-host/caches/find-cache';
import { findEvicted } from '@millrace/build-host/caches/make-room';
import { MeasuredContent } from '@millrace/build-host/files/measured-content';
import type { StoreCache } from '@millrace/build-host/files/step-file';
import type { Step } from '@millrace/build-rules';
import { AppError, badRequest, missing, notFound } from '@millrace/contract/api-errors';
import { formatSize } from '@millrace/contract/format-size';
import {
  type CacheAnswer,
  type CacheQuery,
  type FileContent,
  RunnerConflict,
} from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import type { BuildStore } from '../../builds/build-store.ts';
import { StageStore } from '../../builds/stage-store.ts';
import type { Contributed } from '../../contributions.ts';
import type { Database, Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newObjectKey } from '../../object-store/due-object-store.ts';
import { LostObjectError, type ObjectStore } from '../../object-store/object-store.ts';
import { readVerified, type StoredObject } from '../../object-store/read-object.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { askAll } from '../../shared/ask.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { CacheLimitsStore } from './cache-limits-store.ts';
import { type CacheLookup, CacheLookupStore } from './cache-lookup-store.ts';
import { CacheObjectStore, type PendingObject } from './cache-object-store.ts';
import { findCacheScopes } from './cache-origin.ts';
import { deleteCaches } from './cache-service.ts';
import { type Cache, CacheStore } from './cache-store.ts';

interface Deps {
  db: Database;
  store: ObjectStore;
  clock: Clock;
  stages: StageStore;
  builds: BuildStore;
  repos: RepoStore;
  limits: CacheLimits;
  contributed: Pick<Contributed, 'refuseStorage'>;
}

/** Longer than any upload takes. An object that is not complete by then is deleted. */
const leaseSec = 30 * 60;
/** The store may still create the object of an interrupted upload for a moment, so it is deleted later. */
const lateSec = 60;
/** Maximum number of lookups of a stage, also with retries of its calls. */
const maxLookupsOfStage = 10_000;

/** Finds, loads and stores caches for steps. */
export class StepCaches {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Looks up a cache, and records the result. */
  async find(step: Step, query: CacheQuery): Promise<CacheAnswer> {
    const { db, clock, stages, builds, repos } = this.deps;
    const stage = await stages.findById(step.stageId);
    const build = stage && (await builds.findById(stage.buildId));
    const repo = stage && (await repos.findById(stage.repoId));
    if (!build || !repo) throw notFound();
    const scopes = await findCacheScopes(db, build, repo);
    const search = { ...query, scopes };
    const { entryBytes } = await this.limitsOf(repo.id);
    const isComplete = query.missingFiles.length === 0;
    return inTransaction(db, async (trx) => {
      const caches = new CacheStore(trx);
      const lookups = new CacheLookupStore(trx);
      if ((await lookups.count(stage.id)) >= maxLookupsOfStage)
        throw badRequest('Too many lookups', 'limit_reached');
      const index = caches.indexOf(repo.id);
      const found = isComplete ? await findCache(index, search) : undefined;
      const reason = isComplete ? await explainMiss(index, search) : 'missing_file';
      const created = clock.nowSec();
      if (found) await caches.recordHit(found.id, created);
      const lookup = await lookups.insert({
        repoId: repo.id,
        stageId: stage.id,
        build: build.number,
        stage: stage.name,
        step: step.name,
        scope: scopes.write,
        name: query.key,
        paths: query.paths,
        missingFiles: query.missingFiles,
        created,
        cacheId: found?.id ?? null,
        foundName: found?.name ?? null,
        reason: found ? null : reason,
      });
      return {
        lookup,
        maxBytes: entryBytes,
        reason: found ? null : reason,
        found: found ? await describe(trx, found, query.key) : null,
      };
    });
  }

  /** Opens the cache that a lookup found. */
  async load(step: Step, lookupId: number): Promise<FileContent> {
    const { db } = this.deps;
    const { cacheId } = await this.requireLookup(step, lookupId);
    const object = await db
      .selectFrom('caches')
      .innerJoin('cache_objects', 'cache_objects.id', 'caches.object_id')
      .select(['cache_objects.key', 'cache_objects.size', 'cache_objects.sha256'])
      .where('caches.id', '=', cacheId ?? 0)
      .executeTakeFirst();
    if (!object) throw missing('The cache was deleted');
    return { size: object.size, read: () => this.readOrForget(cacheId ?? 0, object) };
  }

  /** Deletes the cache that a lookup found, because the runner cannot read its archive. */
  async discard(step: Step, lookupId: number): Promise<void> {
    const { cacheId } = await this.requireLookup(step, lookupId);
    await this.forget(cacheId ?? 0);
  }

  /**
   * Yields the bytes of a cache. If the store has lost them, as after a restore of a backup, or has other bytes, deletes the
   * cache, so that its key can be stored again.
   */
  private async *readOrForget(id: number, object: StoredObject): AsyncGenerator<Uint8Array> {
    try {
      yield* readVerified(this.deps.store, object);
    } catch (error) {
      if (!(error instanceof LostObjectError)) throw error;
      await this.forget(id);
      throw missing('The object store has lost the cache');
    }
  }

  /** Deletes a cache, and all others with the same content, which cannot be read either. */
  private async forget(id: number): Promise<void> {
    const { db, clock } = this.deps;
    const cache = db
      .selectFrom('caches')
      .select(['repo_id as repoId', 'object_id as objectId'])
      .where('id', '=', id);
    const found = await cache.executeTakeFirst();
    if (!found) return;
    const { repoId, objectId } = found;
    await inTransaction(db, async (trx) => {
      await acquireLock(trx, 'caches', repoId);
      const ids = await new CacheStore(trx).listOfObject(objectId);
      await deleteCaches(trx, { repoId, ids, nowSec: clock.nowSec() });
    });
  }

  /** Stores a cache under the key of a lookup. If the key exists by then, nothing is changed. */
  store: StoreCache = async (step, { lookup: lookupId, sha256, size, content }, signal) => {
    const { contributed, store, clock } = this.deps;
    const lookup = await this.requireLookup(step, lookupId);
    await askAll(contributed.refuseStorage, lookup.repoId);
    if (lookup.missingFiles.length > 0) throw badRequest('The key of the cache is incomplete');
    const { repoId } = lookup;
    const { entryBytes } = await this.limitsOf(repoId);
    if (size > entryBytes) {
      throw new AppError(
        413,
        `It has ${formatSize(size)}, and the limit is ${formatSize(entryBytes)}`,
      );
    }
    if (await new CacheStore(this.deps.db).find(repoId, lookup)) return;
    const due = clock.nowSec() + leaseSec;
    const key = newObjectKey('zst', sha256);
    const pending = { repoId, sha256, size, key, due };
    const objects = new CacheObjectStore(this.deps.db);
    const id = await objects.begin(pending);
    try {
      const measured = new MeasuredContent({ size, content });
      await store.put(key, measured, signal);
      if (measured.sha256 !== sha256) throw badRequest('The content does not match its SHA-256');
      await whileBusy(() => this.record(id, { pending, lookup }), signal);
    } finally {
      // Has no effect on an object that is complete.
      await whileBusy(() => objects.discard(id, clock.nowSec() + lateSec));
    }
  };

  /** Adds a stored object as a cache, in one transaction with the caches that it evicts. */
  private async record(
    id: number,
    { pending, lookup }: { pending: PendingObject; lookup: CacheLookup },
  ): Promise<void> {
    const { db, clock } = this.deps;
    const { repoId, stageId, build, name, paths, scope } = lookup;
    const { size } = pending;
    await inTransaction(db, async (trx) => {
      await acquireLock(trx, 'caches', repoId);
      const stage = await new StageStore(trx).findById(stageId);
      if (!stage || isFinished(stage.status)) throw new RunnerConflict(`Stage ${stageId} is over`);
      const caches = new CacheStore(trx);
      if (await caches.find(repoId, lookup)) return;
      const limits = new CacheLimitsStore(trx);
      const { repoBytes } = await limits.resolve(repoId, this.deps.limits);
      const room = { caches: await caches.list(repoId), repoBytes };
      const evicted = findEvicted({ scope, size }, room);
      if (!evicted) throw new AppError(413, 'It is larger than the quota of the repository');
      const nowSec = clock.nowSec();
      const objectId = await new CacheObjectStore(trx).complete(id, pending, nowSec);
      if (objectId === undefined) throw new AppError(408, 'The upload took too long');
      await caches.insert(repoId, { objectId, scope, name, paths, size, build, created: nowSec });
      await deleteCaches(trx, { repoId, ids: evicted.map((cache) => cache.id), nowSec });
    });
  }

  private limitsOf(repoId: number): Promise<CacheLimits> {
    const { db, limits } = this.deps;
    return new CacheLimitsStore(db).resolve(repoId, limits);
  }

  private async requireLookup(step: Step, id: number): Promise<CacheLookup> {
    const lookup = await new CacheLookupStore(this.deps.db).find(id, step.stageId);
    if (!lookup) throw missing('This stage has no such lookup');
    return lookup;
  }
}

async function describe(trx: Db, cache: Cache, key: string): Promise<CacheAnswer['found']> {
  const { sha256 } = await trx
    .selectFrom('cache_objects')
    .select('sha256')
    .where('id', '=', cache.objectId)
    .executeTakeFirstOrThrow();
  const { name, scope, size } = cache;
  return { key: name, scope, size, sha256, isExact: name === key };
}
