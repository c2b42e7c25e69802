import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Stores the data of cards, by step. */
export class CardStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(stepId: number): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('cards')
      .select('data')
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    return row?.data;
  }

  async put(stepId: number, data: string): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('cards')
        .values({ step_id: stepId, data })
        .onConflict((conflict) => conflict.column('step_id').doUpdateSet({ data }))
        .execute(),
    );
  }

  /** Returns false if the step had no card. */
  async delete(stepId: number): Promise<boolean> {
    const result = await inTransaction(this.db, (trx) =>
      trx.deleteFrom('cards').where('step_id', '=', stepId).executeTakeFirst(),
    );
    return result.numDeletedRows > 0n;
  }
}
