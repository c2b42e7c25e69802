import type { NewOwnerLimits } from '@millrace/contract/api';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';

interface StoredLimits extends NewOwnerLimits {
  namespace: string;
}

/** Limits of organizations and accounts that differ from those of the server. */
export class OwnerLimitsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(): Promise<StoredLimits[]> {
    return this.db
      .selectFrom('owner_limits')
      .select(['namespace', 'running', 'storage'])
      .orderBy('namespace')
      .execute();
  }

  async find(namespace: string): Promise<StoredLimits | undefined> {
    return this.db
      .selectFrom('owner_limits')
      .select(['namespace', 'running', 'storage'])
      .where('namespace', '=', namespace)
      .executeTakeFirst();
  }

  /** Returns whether an owner at a remote forge has repositories here; undefined if not. */
  async hasRepos(namespace: string): Promise<true | undefined> {
    const found = this.db.selectFrom('repos').select('id').where('namespace', '=', namespace);
    return (await found.limit(1).executeTakeFirst()) && true;
  }

  async put(namespace: string, limits: NewOwnerLimits): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('owner_limits')
        .values({ namespace, ...limits })
        .onConflict((conflict) => conflict.column('namespace').doUpdateSet(limits))
        .execute(),
    );
  }

  /** Returns whether there were some. */
  async delete(namespace: string): Promise<boolean> {
    const { numDeletedRows } = await inTransaction(this.db, (trx) =>
      trx.deleteFrom('owner_limits').where('namespace', '=', namespace).executeTakeFirst(),
    );
    return numDeletedRows > 0n;
  }
}
