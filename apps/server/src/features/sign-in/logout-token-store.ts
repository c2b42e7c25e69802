import { createHash } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Remembers logout tokens of a provider while they are valid, on all servers. */
export class LogoutTokenStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Returns false if the token was used before. */
  async use(tokenId: string, expires: number, nowSec: number): Promise<boolean> {
    const id = createHash('sha256').update(tokenId).digest('hex');
    return inTransaction(this.db, async (trx) => {
      await trx.deleteFrom('used_logout_tokens').where('expires', '<', nowSec).execute();
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('used_logout_tokens')
        .values({ id, expires })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    });
  }
}
