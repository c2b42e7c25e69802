import type { Build as BuildJson } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import { sql } from 'kysely';
import { BuildStore } from '../../../builds/build-store.ts';
import {
  type AccountScope,
  all,
  type BuildScope,
  type Condition,
  conditionsOf,
  isAmong,
} from '../../../builds/read/build-conditions.ts';
import { toListedBuilds } from '../../../builds/read/listed-builds.ts';
import { findNewestBuilds } from '../../../builds/read/newest-builds.ts';
import { findAll, planWordSearch } from '../../../builds/read/word-search.ts';
import type { Db } from '../../../db/database.ts';
import type { BuildFilter } from '../../../domain/build-filter.ts';
import type { Page } from '../../../http/page.ts';

/** Number of recent builds to check before all matching builds are sorted. They nearly always fill a page. */
const recentBuilds = 20_000;

/** Pages after this offset are rejected: the database would read all builds before them. */
const maxOffset = 100_000;

/** Lists the builds of all repositories of an account. */
export class BuildsFeed {
  private readonly db: Db;
  private readonly builds: BuildStore;

  constructor(db: Db) {
    this.db = db;
    this.builds = new BuildStore(db);
  }

  /** Lists builds, newest first. */
  async list(scope: AccountScope, filter: BuildFilter, page: Page): Promise<BuildJson[]> {
    if (page.offset > maxOffset) {
      throw badRequest(
        `Pages end after the newest ${maxOffset} builds; narrow the list, for example with before=YYYY-MM-DD`,
      );
    }
    const ids = await this.findIds(scope, filter, page);
    const found = await this.builds.listByIds(ids);
    return toListedBuilds(
      this.db,
      found.sort((one, other) => other.id - one.id),
    );
  }

  private async findIds(scope: BuildScope, filter: BuildFilter, page: Page): Promise<number[]> {
    const search = await planWordSearch(this.db, scope, filter);
    const recent = search.isRare
      ? null
      : await findNewestBuilds(this.db, scope, recentBuilds, filter.before);
    const conditions = conditionsOf(filter);
    const isWhole = conditions.length === 0 && !filter.words;
    if (recent) {
      const ids = await this.db
        .selectFrom('builds')
        .select('id')
        .where(all([isAmong(scope), ...(isWhole ? [] : [recent]), ...conditions, ...search.checks]))
        .orderBy('id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      if (isWhole || ids.length === page.limit) return ids.map(({ id }) => id);
    }
    return this.sortedIds(findAll(scope, search, conditions), page);
  }

  /**
   * Finds all matching builds, then sorts them. Checking builds in the order of the list may take too long if
   * few match.
   */
  private async sortedIds(conditions: Condition[], { limit, offset }: Page): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      with found as materialized (select id from builds where ${all(conditions)})
      select id from found order by id desc limit ${limit} offset ${offset}`.execute(this.db);
    return rows.map(({ id }) => id);
  }
}
