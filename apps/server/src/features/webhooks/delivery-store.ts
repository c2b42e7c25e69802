import type { Db } from '../../db/database.ts';
import type { ForgeEvent } from '../../forges/forge.ts';

/** What a forge told and nobody has worked on yet. */
export interface OpenDelivery {
  id: number;
  repoId: number;
  event: ForgeEvent;
  received: number;
  tries: number;
}

/** What is done is remembered for so long, so that it is not done again when it is told again. */
const rememberedSec = 14 * 24 * 60 * 60;

/** The deliveries of hooks: each is taken once, and kept until it was worked on. */
export class DeliveryStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** False for one that was taken before. */
  async take(repoId: number, event: ForgeEvent, nowSec: number): Promise<boolean> {
    const taken = await this.db
      .insertInto('hook_deliveries')
      .values({
        repo_id: repoId,
        delivery: event.delivery,
        event: JSON.stringify(event),
        received: nowSec,
        due: nowSec,
        tries: 0,
      })
      .onConflict((conflict) => conflict.columns(['repo_id', 'delivery']).doNothing())
      .executeTakeFirst();
    return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** The oldest of each repository that is due, in the order they came in. */
  async listDue(nowSec: number): Promise<OpenDelivery[]> {
    const rows = await this.oldest().selectAll().where('due', '<=', nowSec).orderBy('id').execute();
    return rows.map(({ id, repo_id, event, received, tries }) => {
      return { id, repoId: repo_id, event: JSON.parse(event ?? ''), received, tries };
    });
  }

  /** When the next one is due, which others of its repository wait for; undefined where there is none. */
  async findNextDue(): Promise<number | undefined> {
    const row = await this.oldest()
      .select((delivery) => delivery.fn.min('due').as('due'))
      .executeTakeFirst();
    return row?.due ?? undefined;
  }

  async postpone(id: number, due: number): Promise<void> {
    await this.db
      .updateTable('hook_deliveries')
      .set((row) => ({ due, tries: row('tries', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }

  /** It was worked on; what was worked on long ago is forgotten. */
  async end(id: number, nowSec: number): Promise<void> {
    await this.db
      .updateTable('hook_deliveries')
      .set({ event: null })
      .where('id', '=', id)
      .execute();
    await this.db
      .deleteFrom('hook_deliveries')
      .where('event', 'is', null)
      .where('received', '<', nowSec - rememberedSec)
      .execute();
  }

  /** The first of each repository that nobody has worked on yet. */
  private oldest() {
    return this.db.selectFrom('hook_deliveries').where('id', 'in', (oldest) =>
      oldest
        .selectFrom('hook_deliveries')
        .select((delivery) => delivery.fn.min('id').as('id'))
        .where('event', 'is not', null)
        .groupBy('repo_id'),
    );
  }
}
