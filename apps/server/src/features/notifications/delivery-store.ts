import { codec } from '../../db/codec.ts';
import type { Db } from '../../db/database.ts';
import type { DeliveryRow } from '../../db/tables.ts';
import type { Delivery } from './subscription.ts';

const deliveryCodec = codec<DeliveryRow, Delivery>({
  id: 'id',
  subscriptionId: 'subscription_id',
  key: 'key',
  facts: 'facts',
  status: 'status',
  tries: 'tries',
  created: 'created',
  tried: 'tried',
  request: 'request',
  responseStatus: 'response_status',
  response: 'response',
  error: 'error',
});

export class DeliveryStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists deliveries, newest first. */
  async list(subscriptionId: number, limit: number): Promise<Delivery[]> {
    const found = this.all().where('subscription_id', '=', subscriptionId);
    return (await found.orderBy('id', 'desc').limit(limit).execute()).map(deliveryCodec.read);
  }

  async find(id: number): Promise<Delivery | undefined> {
    const row = await this.all().where('id', '=', id).executeTakeFirst();
    return row && deliveryCodec.read(row);
  }

  /** Returns undefined if the subscription already has a message with this key. */
  async insert(
    delivery: Pick<Delivery, 'subscriptionId' | 'key' | 'facts' | 'created'>,
  ): Promise<Delivery | undefined> {
    const unsent = { status: 'waiting', tries: 0, tried: 0, request: '' } as const;
    const unanswered = { responseStatus: 0, response: '', error: '' };
    const row = await this.db
      .insertInto('notification_deliveries')
      .values(deliveryCodec.writeNew({ ...delivery, ...unsent, ...unanswered }))
      .onConflict((conflict) => conflict.columns(['subscription_id', 'key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && deliveryCodec.read(row);
  }

  async update(id: number, changes: Partial<Delivery>): Promise<Delivery | undefined> {
    const row = await this.db
      .updateTable('notification_deliveries')
      .set(deliveryCodec.write(changes))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row && deliveryCodec.read(row);
  }

  /** Deletes messages from before this time. */
  async deleteBefore(created: number): Promise<void> {
    await this.db
      .deleteFrom('notification_deliveries')
      .where('created', '<', created)
      .where('status', '!=', 'waiting')
      .execute();
  }

  /** Deletes the oldest messages of each subscription that has more than `limit`. */
  async deleteBeyond(limit: number): Promise<void> {
    const full = await this.db
      .selectFrom('notification_deliveries')
      .select('subscription_id')
      .groupBy('subscription_id')
      .having((row) => row.fn.countAll<number>(), '>', limit)
      .execute();
    for (const { subscription_id: id } of full) {
      const newest = this.all().where('subscription_id', '=', id).orderBy('id', 'desc');
      const first = await newest.offset(limit).limit(1).executeTakeFirst();
      if (!first) continue;
      await this.db
        .deleteFrom('notification_deliveries')
        .where('subscription_id', '=', id)
        .where('id', '<=', first.id)
        .where('status', '!=', 'waiting')
        .execute();
    }
  }

  private all() {
    return this.db.selectFrom('notification_deliveries').selectAll();
  }
}
