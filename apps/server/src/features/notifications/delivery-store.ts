import type { DeliveryStatus } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
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
  asked: 'asked',
  tried: 'tried',
  request: 'request',
  responseStatus: 'response_status',
  response: 'response',
  error: 'error',
});

/** Only ended messages are deleted: the others are still to be sent. */
const ended = ['digested', 'sent', 'failed'] as const satisfies DeliveryStatus[];

/** Literal, so that it matches the condition of its partial index. */
const held = sql.lit<DeliveryStatus>('held');

type NewDelivery = Pick<
  Delivery,
  'subscriptionId' | 'key' | 'facts' | 'status' | 'created' | 'asked'
>;

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
  async insert(delivery: NewDelivery): Promise<Delivery | undefined> {
    const unsent = { tries: 0, tried: 0, request: '' };
    const unanswered = { responseStatus: 0, response: '', error: '' };
    const row = await this.db
      .insertInto('notification_deliveries')
      .values(deliveryCodec.writeNew({ ...delivery, ...unsent, ...unanswered }))
      .onConflict((conflict) => conflict.columns(['subscription_id', 'key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && deliveryCodec.read(row);
  }

  /** Returns those of the subscriptions that have a message with this key. */
  async findHaving(key: string, subscriptionIds: readonly number[]): Promise<Set<number>> {
    const rows = await this.db
      .selectFrom('notification_deliveries')
      .select('subscription_id')
      .where('subscription_id', 'in', [0, ...subscriptionIds])
      .where('key', '=', key)
      .execute();
    return new Set(rows.map((row) => row.subscription_id));
  }

  /** Counts messages that a person asked for since a time. */
  async countAsked(subscriptionId: number, sinceSec: number): Promise<number> {
    const { count } = await this.db
      .selectFrom('notification_deliveries')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('subscription_id', '=', subscriptionId)
      .where('asked', '>', sinceSec)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Lists subscriptions with messages that wait for a digest, and the time of the oldest one. */
  async listWithHeld(): Promise<{ subscriptionId: number; oldest: number }[]> {
    return this.db
      .selectFrom('notification_deliveries')
      .select((row) => ['subscription_id as subscriptionId', row.fn.min('created').as('oldest')])
      .where('status', '=', held)
      .groupBy('subscription_id')
      .execute();
  }

  /** Lists messages of a subscription that wait for a digest, from before a time, newest first. */
  async listHeld(subscriptionId: number, beforeSec: number): Promise<Delivery[]> {
    const found = this.heldBefore(subscriptionId, beforeSec).selectAll();
    return (await found.orderBy('id', 'desc').execute()).map(deliveryCodec.read);
  }

  /** Marks messages that a digest contains. */
  async setDigested(subscriptionId: number, beforeSec: number): Promise<void> {
    const ids = this.heldBefore(subscriptionId, beforeSec).select('id');
    await this.db
      .updateTable('notification_deliveries')
      .set({ status: 'digested' })
      .where('id', 'in', ids)
      .execute();
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
      .where('status', 'in', ended)
      .execute();
  }

  /** Deletes the oldest messages from before a time of each subscription that has more than `limit` messages. */
  async deleteBeyond(limit: number, createdBefore: number): Promise<void> {
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
        .where('created', '<', createdBefore)
        .where('status', 'in', ended)
        .execute();
    }
  }

  private heldBefore(subscriptionId: number, beforeSec: number) {
    return this.db
      .selectFrom('notification_deliveries')
      .where('subscription_id', '=', subscriptionId)
      .where('status', '=', held)
      .where('created', '<', beforeSec);
  }

  private all() {
    return this.db.selectFrom('notification_deliveries').selectAll();
  }
}
