import type { NewPolicy, Policy } from '@millrace/contract/api';
import { setPolicy } from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import { parseJson } from '@millrace/node-kit/parse-json';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';

const stored = endpointOf(setPolicy).body;

/** Policies of the server, by name. */
export class PolicyStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** @throws if a policy cannot be read: nothing may run without it */
  async list(): Promise<Policy[]> {
    const rows = await this.db.selectFrom('policies').selectAll().orderBy('name').execute();
    return rows.map(({ name, definition }) => {
      const read = stored && parseJson(stored, definition);
      if (!read) throw new Error(`The policy "${name}" cannot be read`);
      return { name, ...read };
    });
  }

  async put(name: string, policy: NewPolicy): Promise<void> {
    const values = { definition: JSON.stringify(policy) };
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('policies')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute(),
    );
  }

  /** Returns whether there was one. */
  async delete(name: string): Promise<boolean> {
    const { numDeletedRows } = await inTransaction(this.db, (trx) =>
      trx.deleteFrom('policies').where('name', '=', name).executeTakeFirst(),
    );
    return numDeletedRows > 0n;
  }
}
