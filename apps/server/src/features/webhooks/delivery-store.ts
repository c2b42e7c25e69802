import type { Db } from '../../db/database.ts';
import type { HookDeliveryRow } from '../../db/tables.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import type { OpenDelivery } from './open-delivery.ts';
import { pickNext, type Waiting } from './overtaking.ts';

/** Deliveries are remembered for this time, so that a repeated delivery is ignored. */
const rememberedSec = 14 * 24 * 60 * 60;
/** Deliveries of a repository that are looked at while one of them waits for its commit. */
const maxOvertaken = 100;

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

  /** The next of each repository that is due, in the order they came in. */
  async listDue(nowSec: number): Promise<OpenDelivery[]> {
    const rows = await this.oldest().selectAll().orderBy('id').execute();
    const due: OpenDelivery[] = [];
    for (const row of rows) {
      if (row.due <= nowSec) due.push(read(row));
      else if (row.aside) {
        const next = pickNext(await this.listOpen(row.repo_id), nowSec);
        if (next) due.push(next);
      }
    }
    return due;
  }

  /** When the next one is due, which others of its repository wait for; undefined where there is none. */
  async findNextDue(): Promise<number | undefined> {
    const row = await this.oldest()
      .select((delivery) => delivery.fn.min('due').as('due'))
      .executeTakeFirst();
    return row?.due ?? undefined;
  }

  /** @param isAside it waits for its own commit, so that others may overtake it */
  async postpone(id: number, due: number, isAside: boolean): Promise<void> {
    const aside = isAside ? 1 : 0;
    await this.db
      .updateTable('hook_deliveries')
      .set((row) => ({ due, aside, tries: row('tries', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }

  /** It was given up: when it is sent again, it is taken again. */
  async forget(id: number): Promise<void> {
    await this.db.deleteFrom('hook_deliveries').where('id', '=', id).execute();
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

  private async listOpen(repoId: number): Promise<Waiting[]> {
    const rows = await this.db
      .selectFrom('hook_deliveries')
      .selectAll()
      .where('repo_id', '=', repoId)
      .where('event', 'is not', null)
      .orderBy('id')
      .limit(maxOvertaken)
      .execute();
    return rows.map((row) => ({ ...read(row), due: row.due, isAside: row.aside === 1 }));
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

function read({ id, repo_id, event, received, tries }: HookDeliveryRow): OpenDelivery {
  return { id, repoId: repo_id, event: JSON.parse(event ?? ''), received, tries };
}
