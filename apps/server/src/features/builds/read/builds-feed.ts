import type { Build as BuildJson } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import { statuses } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import { BuildStore } from '../../../builds/build-store.ts';
import {
  type AccountScope,
  all,
  type Condition,
  conditionsOf,
  isAmong,
} from '../../../builds/read/build-conditions.ts';
import { toListedBuilds } from '../../../builds/read/listed-builds.ts';
import { findNewestBuilds } from '../../../builds/read/newest-builds.ts';
import { findRareTime } from '../../../builds/read/rare-time.ts';
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

  private async findIds(scope: AccountScope, filter: BuildFilter, page: Page): Promise<number[]> {
    const conditions = conditionsOf(filter);
    const isWhole = conditions.length === 0 && !filter.words;
    const search = await planWordSearch(this.db, scope, filter);
    const rareTime = await findRareTime(this.db, filter);
    if (rareTime) {
      return this.sortedIds([isAmong(scope), rareTime, ...conditions, ...search.checks], page);
    }
    const recent = search.isRare
      ? null
      : await findNewestBuilds(this.db, scope, recentBuilds, filter);
    if (recent) {
      const ids = await this.db
        .selectFrom('builds')
        .select('id')
        .where(all([isWhole ? isAmong(scope) : recent, ...conditions, ...search.checks]))
        .orderBy('id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      if (isWhole || ids.length === page.limit) return ids.map(({ id }) => id);
    }
    const found = findAll(this.db, scope, search, [...conditions, ...anyStatus(filter)], !recent);
    return this.sortedIds(found, page);
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

/** Lets a filter by event use the index of the facets, in which the status comes first. */
function anyStatus({ chosen }: BuildFilter): Condition[] {
  if (chosen.event === undefined || chosen.status !== undefined) return [];
  return [sql`status in (${sql.join(statuses.map(sql.lit))})`];
}
