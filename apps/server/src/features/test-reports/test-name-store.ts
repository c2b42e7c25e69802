import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { TestName } from '../../domain/tests/test-name.ts';
import { TimeSlice } from '../../shared/time-slice.ts';
import type { PackedTest } from './packed-report.ts';

/** In one statement. */
const chunkSize = 500;

/** The tests of repositories, each by its name once. */
export class TestNameStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** The ids of the tests by their keys; those that are new get one. */
  async idsOf(repoId: number, stage: string, tests: readonly PackedTest[]) {
    const ids = new Map<string, number>();
    const slice = new TimeSlice();
    for (let at = 0; at < tests.length; at += chunkSize) {
      if (slice.isOver()) await slice.next();
      const chunk = tests.slice(at, at + chunkSize);
      await this.addKnown(ids, repoId, chunk);
      const missing = chunk.filter(({ key }) => !ids.has(key));
      if (missing.length === 0) continue;
      await this.insert(repoId, stage, missing);
      await this.addKnown(ids, repoId, missing);
    }
    return ids;
  }

  /** By id. */
  async list(ids: readonly number[]): Promise<Map<number, TestName>> {
    const names = new Map<number, TestName>();
    for (let at = 0; at < ids.length; at += chunkSize) {
      const rows = await this.names()
        .where('id', 'in', [0, ...ids.slice(at, at + chunkSize)])
        .execute();
      for (const row of rows) names.set(row.id, row);
    }
    return names;
  }

  async find(repoId: number, id: number): Promise<TestName | undefined> {
    return this.names().where('id', '=', id).where('repo_id', '=', repoId).executeTakeFirst();
  }

  /** Of the tests of a repository that have these words in suite or name, whatever their case. */
  async search(repoId: number, words: string): Promise<Set<number>> {
    const wanted = words.toLowerCase();
    // Neither database knows the cases of other letters: there it finds more than is wanted.
    const known = wanted.replace(/[\\%_]/g, '\\$&').replace(/[^ -~]+/g, '%');
    const text = sql<string>`lower(suite || ' ' || name)`;
    const rows = await this.db
      .selectFrom('test_names')
      .select(['id', 'suite', 'name'])
      .where('repo_id', '=', repoId)
      .where(sql<boolean>`${text} like ${`%${known}%`} escape '\\'`)
      .execute();
    const found = rows.filter((row) => `${row.suite} ${row.name}`.toLowerCase().includes(wanted));
    return new Set(found.map(({ id }) => id));
  }

  private names() {
    return this.db.selectFrom('test_names').select(['id', 'stage', 'suite', 'name', 'file']);
  }

  private async addKnown(ids: Map<string, number>, repoId: number, tests: readonly PackedTest[]) {
    const rows = await this.db
      .selectFrom('test_names')
      .select(['id', 'key'])
      .where('repo_id', '=', repoId)
      .where(
        'key',
        'in',
        tests.map(({ key }) => key),
      )
      .execute();
    for (const { id, key } of rows) ids.set(key, id);
  }

  private async insert(repoId: number, stage: string, tests: readonly PackedTest[]) {
    await this.db
      .insertInto('test_names')
      .values(
        tests.map(({ key, suite, name, file }) => ({
          ...{ repo_id: repoId, key, stage },
          ...{ suite, name, file },
        })),
      )
      .onConflict((conflict) => conflict.columns(['repo_id', 'key']).doNothing())
      .execute();
  }
}
