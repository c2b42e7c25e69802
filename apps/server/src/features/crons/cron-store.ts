import { type SqlBool, sql } from 'kysely';
import { codec, flag } from '../../db/codec.ts';
import type { Db } from '../../db/database.ts';
import type { CronRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Cron } from '../../domain/cron.ts';

/** Must match the condition of the partial index literally: the planner does not use it for bound values. */
const isEnabled = sql<SqlBool>`disabled = 0`;

const cronCodec = codec<CronRow, Cron>({
  id: 'id',
  repoId: 'repo_id',
  name: 'name',
  expr: 'expr',
  timeZone: 'time_zone',
  next: 'next',
  prev: 'prev',
  branch: 'branch',
  target: 'target',
  disabled: flag('disabled'),
  reader: 'reader',
  error: 'error',
  created: 'created',
  updated: 'updated',
  version: 'version',
});

/** Stores cron jobs. */
export class CronStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(repoId: number): Promise<Cron[]> {
    const rows = await this.crons().where('repo_id', '=', repoId).orderBy('name').execute();
    return rows.map(cronCodec.read);
  }

  async find(repoId: number, name: string): Promise<Cron | undefined> {
    const found = this.crons().where('repo_id', '=', repoId).where('name', '=', name);
    const row = await found.executeTakeFirst();
    return row && cronCodec.read(row);
  }

  async count(repoId: number): Promise<number> {
    const row = await this.db
      .selectFrom('crons')
      .select((cron) => cron.fn.countAll<number>().as('count'))
      .where('repo_id', '=', repoId)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Returns undefined if the name is already used. */
  async insert(cron: Omit<Cron, 'id'>): Promise<Cron | undefined> {
    const row = await inTransaction(this.db, (trx) =>
      trx
        .insertInto('crons')
        .values(cronCodec.writeNew(cron))
        .onConflict((conflict) => conflict.columns(['repo_id', 'name']).doNothing())
        .returningAll()
        .executeTakeFirst(),
    );
    return row && cronCodec.read(row);
  }

  async update(id: number, changes: Partial<Cron>): Promise<Cron | undefined> {
    const row = await inTransaction(this.db, (trx) =>
      trx
        .updateTable('crons')
        .set({ ...cronCodec.write(changes), version: sql`version + 1` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    );
    return row && cronCodec.read(row);
  }

  /** Records why a run started no build; empty if it did. */
  async setError(id: number, error: string): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .updateTable('crons')
        .set({ error })
        .where('id', '=', id)
        .where('error', '!=', error)
        .execute(),
    );
  }

  async delete(id: number): Promise<void> {
    await inTransaction(this.db, (trx) => trx.deleteFrom('crons').where('id', '=', id).execute());
  }

  async listEnabled(): Promise<Cron[]> {
    return (await this.enabled().orderBy('next').execute()).map(cronCodec.read);
  }

  async listDue(nowSec: number): Promise<Cron[]> {
    const rows = await this.enabled()
      .where('next', '>', 0)
      .where('next', '<=', nowSec)
      .orderBy('next')
      .orderBy('id')
      .execute();
    return rows.map(cronCodec.read);
  }

  /** Returns the due time of the next run, in Unix seconds; undefined if there is none. */
  async findNextDue(): Promise<number | undefined> {
    const row = await this.enabled()
      .where('next', '>', 0)
      .orderBy('next')
      .limit(1)
      .executeTakeFirst();
    return row?.next;
  }

  /**
   * Advances the due time. Returns false if the cron job has changed since `seen` was read.
   *
   * @param addRun adds the run in the same transaction
   */
  async claim(
    seen: Cron,
    times: { prev: number; next: number },
    addRun?: (trx: Db) => Promise<void>,
  ): Promise<boolean> {
    return inTransaction(this.db, async (trx) => {
      const result = await trx
        .updateTable('crons')
        .set(times)
        .where('id', '=', seen.id)
        .where('next', '=', seen.next)
        .where('prev', '=', seen.prev)
        .where('disabled', '=', 0)
        .executeTakeFirst();
      const isOurs = result.numUpdatedRows === 1n;
      if (isOurs) await addRun?.(trx);
      return isOurs;
    });
  }

  /** Lists the cron jobs of a namespace as "repository: name". */
  async listNames(namespace: string): Promise<string[]> {
    const rows = await this.db
      .selectFrom('crons')
      .innerJoin('repos', 'repos.id', 'crons.repo_id')
      .where('repos.namespace', '=', namespace)
      .select(['repos.name as repo', 'crons.name'])
      .orderBy('repos.name')
      .orderBy('crons.name')
      .execute();
    return rows.map(({ repo, name }) => `${repo}: ${name}`);
  }

  async findById(id: number): Promise<Cron | undefined> {
    const row = await this.crons().where('id', '=', id).executeTakeFirst();
    return row && cronCodec.read(row);
  }

  private enabled() {
    return this.crons().where(isEnabled);
  }

  private crons() {
    return this.db.selectFrom('crons').selectAll();
  }
}
