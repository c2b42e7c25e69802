import { buildEvents } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import { codec, flag, json } from '../../db/codec.ts';
import type { Db } from '../../db/database.ts';
import type { Reencrypt } from '../../db/reencrypt.ts';
import type { SubscriptionRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Subscription } from './subscription.ts';

const subscriptionCodec = codec<SubscriptionRow, Subscription>({
  id: 'id',
  repoId: 'repo_id',
  name: 'name',
  channel: 'channel',
  host: 'host',
  signed: flag('signed'),
  sealed: 'sealed',
  rule: 'rule',
  branches: 'branches',
  events: json('events', z.readonly(z.array(z.enum(buildEvents)))),
  disabled: flag('disabled'),
  created: 'created',
  updated: 'updated',
});

export class SubscriptionStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(repoId: number): Promise<Subscription[]> {
    const rows = await this.all().where('repo_id', '=', repoId).orderBy('name').execute();
    return subscriptionCodec.readAll(rows);
  }

  async find(repoId: number, id: number): Promise<Subscription | undefined> {
    const found = this.all().where('repo_id', '=', repoId).where('id', '=', id);
    const row = await found.executeTakeFirst();
    return row && subscriptionCodec.read(row);
  }

  async findById(id: number): Promise<Subscription | undefined> {
    const row = await this.all().where('id', '=', id).executeTakeFirst();
    return row && subscriptionCodec.read(row);
  }

  /** Returns `used` if the name is used, and `full` if the repository has `limit` subscriptions. */
  async insert(
    subscription: Omit<Subscription, 'id'>,
    limit: number,
  ): Promise<Subscription | 'used' | 'full'> {
    return inTransaction(this.db, async (trx) => {
      const { count } = await trx
        .selectFrom('notification_subscriptions')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('repo_id', '=', subscription.repoId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= limit) return 'full';
      const row = await trx
        .insertInto('notification_subscriptions')
        .values(subscriptionCodec.writeNew(subscription))
        .onConflict((conflict) => conflict.columns(['repo_id', 'name']).doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ? subscriptionCodec.read(row) : 'used';
    });
  }

  /** Returns undefined if the subscription does not exist. */
  async update(id: number, changes: Partial<Subscription>): Promise<Subscription | undefined> {
    const row = await inTransaction(this.db, (trx) =>
      trx
        .updateTable('notification_subscriptions')
        .set(subscriptionCodec.write(changes))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    );
    return row && subscriptionCodec.read(row);
  }

  async isNameUsed(repoId: number, name: string, exceptId: number): Promise<boolean> {
    const found = this.all().where('repo_id', '=', repoId).where('name', '=', name);
    return (await found.where('id', '!=', exceptId).executeTakeFirst()) !== undefined;
  }

  async delete(id: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('notification_subscriptions').where('id', '=', id).execute(),
    );
  }

  private all() {
    return this.db.selectFrom('notification_subscriptions').selectAll();
  }
}

/** Re-encrypts the URLs and secrets of all subscriptions with a new key. */
export const reencryptSubscriptions: Reencrypt = async (trx, change) => {
  const rows = await trx
    .selectFrom('notification_subscriptions')
    .select(['id', 'sealed'])
    .execute();
  for (const { id, sealed: encrypted } of rows) {
    const changed = { sealed: change(encrypted) };
    await trx.updateTable('notification_subscriptions').set(changed).where('id', '=', id).execute();
  }
  return rows.length;
};
