import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ClaimedCron, CronRow, Tables } from '../../db/tables.ts';

/** To the letter the condition of the partial index, which bound values would keep from being used. */
const isEnabled = sql<SqlBool>`disabled = 0`;

/** Cron jobs, one row at a time. */
export class CronStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  list(repoId: number): Promise<CronRow[]> {
    return this.db
      .selectFrom('crons')
      .selectAll()
      .where('repo_id', '=', repoId)
      .orderBy('name')
      .execute();
  }

  find(repoId: number, name: string): Promise<CronRow | undefined> {
    return this.db
      .selectFrom('crons')
      .selectAll()
      .where('repo_id', '=', repoId)
      .where('name', '=', name)
      .executeTakeFirst();
  }

  /** Undefined when the name is taken. */
  insert(row: Insertable<Tables['crons']>): Promise<CronRow | undefined> {
    return this.db
      .insertInto('crons')
      .values(row)
      .onConflict((conflict) => conflict.columns(['repo_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  update(id: number, changes: Updateable<Tables['crons']>): Promise<CronRow | undefined> {
    return this.db
      .updateTable('crons')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  }

  async delete(id: number): Promise<void> {
    await this.db.deleteFrom('crons').where('id', '=', id).execute();
  }

  listEnabled(): Promise<CronRow[]> {
    return this.enabled().orderBy('next').execute();
  }

  listDue(nowSec: number): Promise<CronRow[]> {
    return this.enabled()
      .where('next', '>', 0)
      .where('next', '<=', nowSec)
      .orderBy('next')
      .orderBy('id')
      .execute();
  }

  /** When the next job is due; undefined when none is. */
  async findNextDue(): Promise<number | undefined> {
    const row = await this.enabled()
      .where('next', '>', 0)
      .orderBy('next')
      .limit(1)
      .executeTakeFirst();
    return row?.next;
  }

  /**
   * Moves the due time on; false when somebody else has moved it since `seen` was read. `due` is that of
   * the run that the caller starts then.
   */
  async claim(
    seen: CronRow,
    times: { prev: number; next: number },
    due?: number,
  ): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const result = await trx
        .updateTable('crons')
        .set(times)
        .where('id', '=', seen.id)
        .where('next', '=', seen.next)
        .where('prev', '=', seen.prev)
        .where('disabled', '=', 0)
        .executeTakeFirst();
      const isOurs = result.numUpdatedRows === 1n;
      if (isOurs && due !== undefined) {
        await trx.insertInto('cron_runs').values({ cron_id: seen.id, due }).execute();
      }
      return isOurs;
    });
  }

  listClaimed(): Promise<ClaimedCron[]> {
    return this.db
      .selectFrom('cron_runs')
      .innerJoin('crons', 'crons.id', 'cron_runs.cron_id')
      .selectAll('crons')
      .select('cron_runs.due')
      .orderBy('cron_runs.cron_id')
      .orderBy('cron_runs.due')
      .execute();
  }

  /** The run has started, or there is nothing to start; false when that was so already. */
  async endClaim({ id, due }: Pick<ClaimedCron, 'id' | 'due'>): Promise<boolean> {
    const result = await this.db
      .deleteFrom('cron_runs')
      .where('cron_id', '=', id)
      .where('due', '=', due)
      .executeTakeFirst();
    return result.numDeletedRows === 1n;
  }

  private enabled() {
    return this.db.selectFrom('crons').selectAll().where(isEnabled);
  }
}
