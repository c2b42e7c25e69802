import type { Build as BuildJson } from '@millrace/contract/api';
import { sql } from 'kysely';
import { BuildStore } from '../../builds/build-store.ts';
import type { Db } from '../../db/database.ts';
import type { BuildFilter } from '../../domain/build-filter.ts';
import type { Page } from '../../http/page.ts';
import { conditionsOf, isAmong, isWithin, listedRepos } from './build-conditions.ts';
import { toBuildJson } from './build-mapper.ts';

/** Where an account has one build in so many, a page of its builds is soon found among all. */
const sparse = 20;

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
    const scope = { userId };
    const conditions = conditionsOf(scope, filter);
    const isSorted = conditions.length > 0 || (await this.areFew(userId));
    let query = this.db
      .selectFrom('builds')
      .select('id')
      .where(isSorted ? isWithin(scope) : isAmong(userId));
    for (const condition of conditions) query = query.where(condition);
    const rows = await query.orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
    const found = await this.builds.listByIds(rows.map(({ id }) => id));
    return found.sort((one, other) => other.id - one.id).map((build) => toBuildJson(build));
  }

  /** Whether its builds are sooner sorted than found by going through all that there are. */
  private async areFew(userId: number): Promise<boolean> {
    const { rows } = await sql<{ own: number; all: number }>`
      select
        (select coalesce(sum(counter), 0) from repos
          where id in ${listedRepos(userId)}) as own,
        (select coalesce(max(id), 0) from builds) as "all"`.execute(this.db);
    const [{ own, all }] = rows as [{ own: number; all: number }];
    return own * sparse < all;
  }
}
