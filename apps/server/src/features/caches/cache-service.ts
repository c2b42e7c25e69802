import type { Clock } from '@millrace/node-kit/clock';
import type { Database, Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type CacheLimits, cacheLimitsOf, type OwnCacheLimits } from '../../domain/cache-limits.ts';
import { notFound } from '../../shared/errors.ts';
import { CacheLimitsStore } from './cache-limits-store.ts';
import { CacheLookupStore } from './cache-lookup-store.ts';
import { CacheObjectStore } from './cache-object-store.ts';
import { CacheStore } from './cache-store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  limits: CacheLimits;
}

/** Number of lookups that are shown. */
const maxLookups = 100;
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
      ...{ own, server, limits: cacheLimitsOf(own, server) },
    };
  }

  /** Sets limits, which apply when the next cache is stored and when caches expire. */
  async setLimits(repoId: number, own: OwnCacheLimits): Promise<void> {
    await new CacheLimitsStore(this.deps.db).put(repoId, own);
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
