import type { Build as BuildJson } from '@millrace/contract/api';
import { sql } from 'kysely';
import { BuildStore } from '../../../builds/build-store.ts';
import type { Db } from '../../../db/database.ts';
import type { BuildFilter } from '../../../domain/build-filter.ts';
import type { Page } from '../../../http/page.ts';
import { badRequest } from '../../../shared/errors.ts';
import { all, type BuildScope, type Condition, conditionsOf, isAmong } from './build-conditions.ts';
import { toListedBuilds } from './listed-builds.ts';
import { findNewestBuilds } from './newest-builds.ts';
import { findAll, planWordSearch } from './word-search.ts';

/** Builds that are gone through before the whole list is sorted: a page is nearly always among them. */
const recentBuilds = 20_000;

/** Later pages are not read: a database goes through all builds before them. */
const maxOffset = 100_000;

/** The builds of all repositories that an account has in its list. */
export class BuildsFeed {
  private readonly db: Db;
  private readonly builds: BuildStore;

  constructor(db: Db) {
    this.db = db;
    this.builds = new BuildStore(db);
  }

  /** Newest first. */
  async list(userId: number, filter: BuildFilter, page: Page): Promise<BuildJson[]> {
    if (page.offset > maxOffset) {
      throw badRequest(
        `Pages end after the newest ${maxOffset} builds; narrow the list, for example with before=YYYY-MM-DD`,
      );
    }
    const ids = await this.findIds({ userId }, filter, page);
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

  /** All builds that match are found first: going through them in their order may take too long. */
  private async sortedIds(conditions: Condition[], { limit, offset }: Page): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      with found as materialized (select id from builds where ${all(conditions)})
      select id from found order by id desc limit ${limit} offset ${offset}`.execute(this.db);
    return rows.map(({ id }) => id);
  }
}
