import { TimeSlice } from '@millrace/node-kit/time-slice';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { TestName } from '../../domain/tests/test-name.ts';
import type { IndexedName } from './name-index.ts';
import type { PackedTest } from './packed-report.ts';

/** Rows in one statement. */
const chunkSize = 500;
const batchSize = 500;
/**
 * The last build of a name is updated once in this many builds. Otherwise every build would write every name.
 */
const seenEvery = 50;

/** A stage of a build that reports tests. */
export interface NamedStage {
  repoId: number;
  stage: string;
  /** Number of the build. */
  build: number;
}

/** Stores the test names of repositories. */
export class TestNameStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Returns the ids of tests by key. New tests are inserted. */
  async idsOf(namedStage: NamedStage, tests: readonly PackedTest[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    const slice = new TimeSlice();
    for (let at = 0; at < tests.length; at += chunkSize) {
      if (slice.isOver()) await slice.next();
      const chunk = tests.slice(at, at + chunkSize);
      await this.addKnown(ids, namedStage, chunk);
      const missing = chunk.filter(({ key }) => !ids.has(key));
      if (missing.length === 0) continue;
      await this.insert(namedStage, missing);
      await this.addKnown(ids, namedStage, missing);
    }
    return ids;
  }

  /** Returns the names with these ids, by id. */
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

  /** Lists names with a larger id, ordered by id. */
  async listAfter(repoId: number, id: number, limit: number): Promise<IndexedName[]> {
    return this.db
      .selectFrom('test_names')
      .select(['id', sql<string>`suite || ' ' || name`.as('text')])
      .where('repo_id', '=', repoId)
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Deletes a batch of names that no remaining build contains. Returns false if there were none. */
  async deleteUnused(repoId: number, oldestBuild: number): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('test_names')
      .where('id', 'in', (names) =>
        names
          .selectFrom('test_names')
          .select('id')
          .where('repo_id', '=', repoId)
          .where('seen_in', '<=', oldestBuild - seenEvery)
          .limit(batchSize),
      )
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  private names() {
    return this.db.selectFrom('test_names').select(['id', 'stage', 'suite', 'name', 'file']);
  }

  private async addKnown(
    ids: Map<string, number>,
    { repoId, build }: NamedStage,
    tests: readonly PackedTest[],
  ): Promise<void> {
    const rows = await this.db
      .selectFrom('test_names')
      .select(['id', 'key', 'seen_in'])
      .where('repo_id', '=', repoId)
      .where(
        'key',
        'in',
        tests.map(({ key }) => key),
      )
      .execute();
    for (const { id, key } of rows) ids.set(key, id);
    const seenLongAgo = rows.filter(({ seen_in }) => seen_in <= build - seenEvery);
    if (seenLongAgo.length === 0) return;
    await this.db
      .updateTable('test_names')
      .set({ seen_in: build })
      .where(
        'id',
        'in',
        seenLongAgo.map(({ id }) => id),
      )
      .execute();
  }

  private async insert({ repoId, stage, build }: NamedStage, tests: readonly PackedTest[]) {
    await this.db
      .insertInto('test_names')
      .values(
        tests.map(({ key, suite, name, file }) => ({
          repo_id: repoId,
          key,
          stage,
          suite,
          name,
          file,
          seen_in: build,
        })),
      )
      .onConflict((conflict) => conflict.columns(['repo_id', 'key']).doNothing())
      .execute();
  }
}
