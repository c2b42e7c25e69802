import {
  type CacheLimits,
  cacheLimitsOf,
  type OwnCacheLimits,
} from '@millrace/build-host/caches/cache-limits';
import type { ReplayLookup } from '@millrace/contract/api';
import { notFound } from '@millrace/contract/api-errors';
import type { FileContent } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { Database, Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { readVerified } from '../../object-store/read-object.ts';
import { CacheLimitsStore } from './cache-limits-store.ts';
import { CacheLookupStore } from './cache-lookup-store.ts';
import { CacheObjectStore } from './cache-object-store.ts';
import { CacheStore } from './cache-store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  limits: CacheLimits;
  store: ObjectStore;
}

/** Number of lookups that are shown. */
const maxLookups = 100;
/** Number of lookups that a replay gets. */
const maxLookupsOfReplay = 1000;
const lookupDays = 14;
const daySec = 86_400;
/** Caches deleted in one transaction. */
const partSize = 100;

/** Lists, deletes and expires the caches of repositories. */
export class CacheService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(repoId: number) {
    const { db, limits: server } = this.deps;
    const caches = new CacheStore(db);
    const own = await new CacheLimitsStore(db).find(repoId);
    return {
      caches: await caches.list(repoId),
      lookups: await new CacheLookupStore(db).listNewest(repoId, maxLookups),
      used: await caches.sum(repoId),
      own,
      server,
      limits: cacheLimitsOf(own, server),
    };
  }

  /** Lists the newest lookups of stages, with the caches that they found and that still exist. */
  async listLookups(repoId: number, stageIds: readonly number[]): Promise<ReplayLookup[]> {
    const { db } = this.deps;
    const lookups = await new CacheLookupStore(db).listOfStages(stageIds, maxLookupsOfReplay);
    const found = new Map<number, ReplayLookup['found']>();
    for (const { cacheId } of lookups) {
      if (cacheId === null || found.has(cacheId)) continue;
      const cache = await new CacheStore(db).findContent(repoId, cacheId);
      if (!cache) continue;
      const { name, scope, size, sha256 } = cache;
      found.set(cacheId, { id: cacheId, key: name, scope, size, sha256 });
    }
    return lookups.map(({ stage, step, name, paths, cacheId, reason }) => ({
      stage,
      step,
      key: name,
      paths: [...paths],
      reason,
      found: found.get(cacheId ?? 0) ?? null,
    }));
  }

  measure(repoId: number): Promise<number> {
    return new CacheObjectStore(this.deps.db).sum(repoId);
  }

  /** Opens a cache. Throws if it does not exist. */
  async open(repoId: number, id: number): Promise<FileContent> {
    const found = await new CacheStore(this.deps.db).findContent(repoId, id);
    if (!found) throw notFound();
    const { object: key, size, sha256 } = found;
    return { size, read: () => readVerified(this.deps.store, { key, size, sha256 }) };
  }

  /** Sets limits, which apply when the next cache is stored and when caches expire. */
  async setLimits(repoId: number, own: OwnCacheLimits): Promise<void> {
    await new CacheLimitsStore(this.deps.db).put(repoId, own);
  }

  /** Changes some limits. Null restores the limit of the server. */
  async changeLimits(repoId: number, changes: Partial<OwnCacheLimits>): Promise<void> {
    const known = await new CacheLimitsStore(this.deps.db).find(repoId);
    await this.setLimits(repoId, { ...known, ...changes });
  }

  async delete(repoId: number, id: number): Promise<void> {
    const count = await inTransaction(this.deps.db, (trx) => this.deleteIn(trx, repoId, [id]));
    if (count === 0) throw notFound();
  }

  async deleteAll(repoId: number): Promise<void> {
    await inTransaction(this.deps.db, (trx) => this.deleteIn(trx, repoId));
  }

  /** Deletes caches that have not been used for the retention time, and old lookups. */
  async deleteExpired(stopped: AbortSignal): Promise<void> {
    const { db, clock, limits } = this.deps;
    const nowSec = clock.nowSec();
    await new CacheLookupStore(db).deleteBefore(nowSec - lookupDays * daySec);
    await this.deleteUnused({ days: limits.days, repoId: undefined }, stopped);
    for (const own of await new CacheLimitsStore(db).listDays()) {
      await this.deleteUnused(own, stopped);
    }
  }

  /** Deletes caches, of one repository or of all, that were not used for these days. */
  private async deleteUnused(
    { days, repoId }: { days: number; repoId: number | undefined },
    stopped: AbortSignal,
  ): Promise<void> {
    const { db, clock } = this.deps;
    if (days === 0) return;
    const beforeSec = clock.nowSec() - days * daySec;
    for (let isDone = false; !isDone && !stopped.aborted; ) {
      const unused = await new CacheStore(db).listUnused(beforeSec, { limit: partSize, repoId });
      for (const cache of unused) {
        await inTransaction(db, (trx) => this.deleteIn(trx, cache.repoId, [cache.id]));
      }
      isDone = unused.length < partSize;
    }
  }

  /** Deletes these caches, or all, and schedules the deletion of their objects. Returns the number of caches. */
  private async deleteIn(trx: Db, repoId: number, ids?: readonly number[]): Promise<number> {
    await acquireLock(trx, 'caches', repoId);
    return deleteCaches(trx, { repoId, ids, nowSec: this.deps.clock.nowSec() });
  }
}

/** Deletes these caches, or all, in a transaction that holds the lock of the repository. */
export async function deleteCaches(
  trx: Db,
  { repoId, ids, nowSec }: { repoId: number; ids?: readonly number[] | undefined; nowSec: number },
): Promise<number> {
  const objectIds = await new CacheStore(trx).delete(repoId, ids);
  await new CacheObjectStore(trx).release(objectIds, nowSec);
  return objectIds.length;
}
