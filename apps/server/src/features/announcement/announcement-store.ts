import type { NewAnnouncement } from '@millrace/contract/api';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Stores the announcement. It is read from the database each time, so that all servers follow at once. */
export class AnnouncementStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(): Promise<NewAnnouncement | undefined> {
    return this.db
      .selectFrom('announcement')
      .select(['text', 'starts', 'ends', 'read_only_from'])
      .executeTakeFirst();
  }

  async put(announcement: NewAnnouncement): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('announcement')
        .values({ id: 1, ...announcement })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(announcement))
        .execute(),
    );
  }

  /** Returns whether there was one. */
  async delete(): Promise<boolean> {
    const { numDeletedRows } = await inTransaction(this.db, (trx) =>
      trx.deleteFrom('announcement').executeTakeFirst(),
    );
    return numDeletedRows > 0n;
  }
}
