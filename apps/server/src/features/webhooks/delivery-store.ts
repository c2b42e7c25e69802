import type { Database, Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Time that ids of deliveries are stored, so that a repeated delivery is ignored. */
const rememberedSec = 14 * 24 * 60 * 60;

/** Stores the ids of received webhook deliveries, so that each is processed once. */
export class DeliveryStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /**
   * Stores a delivery and the job that processes it, in one transaction. Returns false if it was already
   * received.
   */
  receive(
    repoId: number,
    delivery: string,
    nowSec: number,
    addJob: (trx: Db) => Promise<void>,
  ): Promise<boolean> {
    return inTransaction(this.db, async (trx) => {
      const received = await trx
        .insertInto('hook_deliveries')
        .values({ repo_id: repoId, delivery, received: nowSec })
        .onConflict((conflict) => conflict.columns(['repo_id', 'delivery']).doNothing())
        .executeTakeFirst();
      const isNew = (received.numInsertedOrUpdatedRows ?? 0n) > 0n;
      if (isNew) await addJob(trx);
      return isNew;
    });
  }

  /** Returns the time at which a delivery was received; undefined if it is unknown. */
  async findTime(repoId: number, delivery: string): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('hook_deliveries')
      .select('received')
      .where('repo_id', '=', repoId)
      .where('delivery', '=', delivery)
      .executeTakeFirst();
    return row?.received;
  }

  /** Deletes a failed delivery. The forge can then send it again. */
  async delete(repoId: number, delivery: string): Promise<void> {
    const deliveries = this.db.deleteFrom('hook_deliveries').where('repo_id', '=', repoId);
    await deliveries.where('delivery', '=', delivery).execute();
  }

  async deleteOld(nowSec: number): Promise<void> {
    await this.db
      .deleteFrom('hook_deliveries')
      .where('received', '<', nowSec - rememberedSec)
      .execute();
  }
}
