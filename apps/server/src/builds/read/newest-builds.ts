import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type BuildScope, type Condition, listedRepos } from './build-conditions.ts';

/** If fewer than one in this many builds belongs to the account, reading each of its repositories is faster. */
const sparse = 5;
const slack = 1.2;

/**
 * Returns a condition that selects about the newest `count` builds of a scope. Returns null if the scope has
 * no more builds than that, or if they are so sparse that reading all newer builds takes too long.
 *
 * @param before Unix seconds; only builds older than this count
 */
export async function findNewestBuilds(
  db: Db,
  scope: BuildScope,
  count: number,
  before?: number,
): Promise<Condition | null> {
  if ('repoId' in scope) {
    const newest = await db
      .selectFrom('builds')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('repo_id', '=', scope.repoId)
      .executeTakeFirst();
    const first = (newest?.number ?? 0) - count;
    return first > 0 ? sql`number > ${first}` : null;
  }
  const { rows } = await sql<{ own: number; all: number; newest: number }>`
    select
      (select coalesce(sum(counter), 0) from repos where id in ${listedRepos(scope)}) as own,
      (select coalesce(max(id), 0) from builds) as "all",
      ${
        before === undefined
          ? sql`(select coalesce(max(id), 0) from builds)`
          : sql`coalesce((select id from builds where created < ${before} order by created desc limit 1), 0)`
      } as newest`.execute(db);
  const [{ own, all, newest } = { own: 0, all: 0, newest: 0 }] = rows;
  if (own <= count || own * sparse < all) return null;
  const first = Math.floor(newest - (count * slack * all) / own);
  return first > 0 ? sql`id > ${first}` : null;
}
