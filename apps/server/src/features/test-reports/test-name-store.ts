import { TimeSlice } from '@millrace/node-kit/time-slice';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { TestName } from '../../domain/tests/test-name.ts';
import type { IndexedName } from './name-index.ts';
import type { PackedTest } from './packed-report.ts';

/** In one statement. */
const chunkSize = 500;
const forgottenAtOnce = 500;
/** A name notes every so many builds that it was seen: noting each would write every name for every build. */
const seenEvery = 50;

/** A stage of a build, whose tests are named. */
export interface NamedStage {
  repoId: number;
  stage: string;
  /** The number of the build. */
  build: number;
}

/** The tests of repositories, each by its name once. */
export class TestNameStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** The ids of the tests by their keys; new tests get one. */
  async idsOf(place: NamedStage, tests: readonly PackedTest[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    const slice = new TimeSlice();
    for (let at = 0; at < tests.length; at += chunkSize) {
      if (slice.isOver()) await slice.next();
      const chunk = tests.slice(at, at + chunkSize);
      await this.addKnown(ids, place, chunk);
      const missing = chunk.filter(({ key }) => !ids.has(key));
      if (missing.length === 0) continue;
      await this.insert(place, missing);
      await this.addKnown(ids, place, missing);
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

  /** Names with a larger id, in the order of the ids. */
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

  /** Deletes names last seen so long ago that no build has them; false once there are none. */
  async forget(repoId: number, oldestBuild: number): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('test_names')
      .where('id', 'in', (names) =>
        names
          .selectFrom('test_names')
          .select('id')
          .where('repo_id', '=', repoId)
          .where('seen_in', '<=', oldestBuild - seenEvery)
          .limit(forgottenAtOnce),
      )
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Dates names stored before their builds were noted; false once there are none. */
  async dateUnseen(repoId: number, newestBuild: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('test_names')
      .set({ seen_in: newestBuild })
      .where('id', 'in', (names) =>
        names
          .selectFrom('test_names')
          .select('id')
          .where('repo_id', '=', repoId)
          .where('seen_in', 'is', null)
          .limit(forgottenAtOnce),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
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
    const seenLongAgo = rows.filter(({ seen_in }) => (seen_in ?? -seenEvery) <= build - seenEvery);
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
