import { type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { BuildRow, NewBuildRow, NewStageRow, StageRow, Tables } from '../../db/tables.ts';

/** To the letter the condition of the partial index, which bound values would keep from being used. */
const isOpen = sql<SqlBool>`status in ('pending', 'running', 'blocked')`;

/** Builds and their stages, one row at a time. */
export class BuildStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  findById(id: number): Promise<BuildRow | undefined> {
    return this.db.selectFrom('builds').selectAll().where('id', '=', id).executeTakeFirst();
  }

  findByNumber(repoId: number, number: number): Promise<BuildRow | undefined> {
    return this.db
      .selectFrom('builds')
      .selectAll()
      .where('repo_id', '=', repoId)
      .where('number', '=', number)
      .executeTakeFirst();
  }

  /** The build that this news of a forge has made already. */
  findByDelivery(repoId: number, delivery: string): Promise<BuildRow | undefined> {
    return this.db
      .selectFrom('builds')
      .selectAll()
      .where('repo_id', '=', repoId)
      .where('delivery', '=', delivery)
      .executeTakeFirst();
  }

  /** Builds that can still change. */
  listUnfinished(repoId: number): Promise<BuildRow[]> {
    return this.db
      .selectFrom('builds')
      .selectAll()
      .where('repo_id', '=', repoId)
      .where(isOpen)
      .orderBy('number')
      .execute();
  }

  /** Deletes the builds before a number, with all that belongs to them. */
  async purge(repoId: number, before: number): Promise<void> {
    await this.db
      .deleteFrom('builds')
      .where('repo_id', '=', repoId)
      .where('number', '<', before)
      .where((expression) => expression.not(isOpen))
      .execute();
  }

  async findConfig(buildId: number): Promise<string> {
    const row = await this.db
      .selectFrom('build_configs')
      .select('text')
      .where('build_id', '=', buildId)
      .executeTakeFirst();
    return row?.text ?? '';
  }

  /** The highest number of a repository's builds; 0 where it has none. */
  async findNewestNumber(repoId: number): Promise<number> {
    const row = await this.db
      .selectFrom('builds')
      .select((expression) => expression.fn.max('number').as('number'))
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row?.number ?? 0;
  }

  /** The next number of a repository; called in the transaction that inserts the build. */
  async takeNumber(repoId: number): Promise<number> {
    const row = await this.db
      .updateTable('repos')
      .set({ counter: sql`counter + 1` })
      .where('id', '=', repoId)
      .returning('counter')
      .executeTakeFirstOrThrow();
    return row.counter;
  }

  async insert(build: NewBuildRow, config: string, stages: Omit<NewStageRow, 'build_id'>[]) {
    const row = await this.db
      .insertInto('builds')
      .values(build)
      .returningAll()
      .executeTakeFirstOrThrow();
    await this.db.insertInto('build_configs').values({ build_id: row.id, text: config }).execute();
    for (const stage of stages) {
      await this.db
        .insertInto('stages')
        .values({ ...stage, build_id: row.id })
        .execute();
    }
    return row;
  }

  /** Every change of a build, its stages or its steps goes through here once, so `version` grows. */
  update(id: number, changes: Updateable<Tables['builds']>): Promise<BuildRow> {
    return this.db
      .updateTable('builds')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  listStages(buildId: number): Promise<StageRow[]> {
    return this.db
      .selectFrom('stages')
      .selectAll()
      .where('build_id', '=', buildId)
      .orderBy('number')
      .execute();
  }
}
