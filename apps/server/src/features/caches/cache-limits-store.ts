import {
  type CacheLimits,
  cacheLimitsOf,
  noOwnCacheLimits,
  type OwnCacheLimits,
} from '@millrace/build-host/caches/cache-limits';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Stores the limits for the caches of repositories. */
export class CacheLimitsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(repoId: number): Promise<OwnCacheLimits> {
    const row = await this.db
      .selectFrom('cache_limits')
      .select(['days', 'repo_bytes as repoBytes'])
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row ?? noOwnCacheLimits;
  }

  /** Returns the limits in effect, given those of the server. */
  async resolve(repoId: number, server: CacheLimits): Promise<CacheLimits> {
    return cacheLimitsOf(await this.find(repoId), server);
  }

  /** Lists the repositories with an own retention. */
  async listDays(): Promise<{ repoId: number; days: number }[]> {
    const rows = await this.db
      .selectFrom('cache_limits')
      .select(['repo_id as repoId', 'days'])
      .where('days', 'is not', null)
      .execute();
    return rows.map(({ repoId, days }) => ({ repoId, days: days ?? 0 }));
  }

  async put(repoId: number, { days, repoBytes }: OwnCacheLimits): Promise<void> {
    const limits = { days, repo_bytes: repoBytes };
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('cache_limits')
        .values({ repo_id: repoId, ...limits })
        .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(limits))
        .execute(),
    );
  }
}
