import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Owner } from './subscription.ts';

/** E-mail addresses of the subscriptions of a repository or an account, and whether their owners have confirmed them. */
export class AddressStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Returns those of the addresses that are confirmed. */
  async findConfirmed(owner: Owner, addresses: readonly string[]): Promise<Set<string>> {
    const rows = await this.ownedBy(owner)
      .select('address')
      .where('address', 'in', ['', ...addresses])
      .where('confirmed', '>', 0)
      .execute();
    return new Set(rows.map(({ address }) => address));
  }

  /** Notes that an address is asked now. Returns false if it was asked since `sinceSec`, or is confirmed. */
  async ask(
    owner: Owner,
    address: string,
    { nowSec, sinceSec }: { nowSec: number; sinceSec: number },
  ): Promise<boolean> {
    return inTransaction(this.db, async (trx) => {
      await acquireLock(trx, 'subscriptions');
      const store = new AddressStore(trx);
      const known = await store
        .ownedBy(owner)
        .select(['asked', 'confirmed'])
        .where('address', '=', address)
        .executeTakeFirst();
      if (known && (known.confirmed > 0 || known.asked > sinceSec)) return false;
      if (known) await store.update(owner, address, { asked: nowSec });
      else {
        const { repoId: repo_id, userId: user_id } = owner;
        const row = { repo_id, user_id, address, asked: nowSec, confirmed: 0 };
        await trx.insertInto('notification_addresses').values(row).execute();
      }
      return true;
    });
  }

  /** Notes that an address could not be asked. */
  async setUnasked(owner: Owner, address: string): Promise<void> {
    await this.update(owner, address, { asked: 0 });
  }

  /** Returns false if nobody has asked the address. */
  confirm(owner: Owner, address: string, nowSec: number): Promise<boolean> {
    return this.update(owner, address, { confirmed: nowSec });
  }

  private async update(
    owner: Owner,
    address: string,
    changes: { asked?: number; confirmed?: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('notification_addresses')
      .set(changes)
      .where(isOf(owner))
      .where('address', '=', address)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  private ownedBy(owner: Owner) {
    return this.db.selectFrom('notification_addresses').where(isOf(owner));
  }
}

function isOf({ repoId, userId }: Owner) {
  return (row: ExpressionBuilder<Tables, 'notification_addresses'>) =>
    repoId === null ? row('user_id', '=', userId) : row('repo_id', '=', repoId);
}
