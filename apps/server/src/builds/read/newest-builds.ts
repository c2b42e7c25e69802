import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { BuildFilter } from '../../domain/build-filter.ts';
import {
  type AccountScope,
  all,
  type BuildScope,
  type Condition,
  isAmong,
  isWithin,
  listedRepos,
} from './build-conditions.ts';
import { countUpTo } from './count-up-to.ts';

/** If fewer than one in this many builds belongs to the account, reading each of its repositories is faster. */
const sparse = 5;
/** A range of ids may have up to this multiple of the wanted builds. */
const slack = 1.2;
/** Factor by which a range of ids with too few builds grows. */
const growth = 4;

/**
 * Returns a condition that selects about the newest `count` builds of a scope. Returns null if the scope has
 * no more builds than that, or if they are so sparse that an index of each repository finds all of them fast enough.
 */
export async function findNewestBuilds(
  db: Db,
  scope: BuildScope,
  count: number,
  { before, words }: Pick<BuildFilter, 'before' | 'words'> = {},
): Promise<Condition | null> {
  if ('repoId' in scope) {
    const newest = await db
      .selectFrom('builds')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('repo_id', '=', scope.repoId)
      .executeTakeFirst();
    const first = (newest?.number ?? 0) - count;
    return first > 0 ? all([isWithin(db, scope), sql`number > ${first}`]) : null;
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
  const [estimate] = rows;
  if (!estimate || estimate.own <= count) return null;
  const { own, newest } = estimate;
  const range = Math.ceil((slack * count * estimate.all) / own);
  if (own * sparse >= estimate.all) {
    return newest > range ? all([isAmong(scope), sql`id > ${newest - range}`]) : null;
  }
  // Checking the words of each build takes much longer than finding it.
  if (!words) return null;
  const first = await findFirst(db, scope, { count, newest, range });
  // The `+` leaves only an index of each repository.
  return first === 0 ? null : all([isWithin(db, scope), sql`+id > ${first}`]);
}

/**
 * Returns an id after which the scope has at least `count` builds, but not many more. Returns 0 if it has fewer. Ids have
 * gaps and builds are not spread evenly, so the first range is an estimate.
 */
async function findFirst(
  db: Db,
  scope: AccountScope,
  { count, newest, range: estimated }: { count: number; newest: number; range: number },
): Promise<number> {
  const enough = Math.ceil(count * slack);
  let range = estimated;
  let tooShort = 0;
  let tooLong: number | undefined;
  for (;;) {
    const first = Math.max(0, newest - range);
    const builds = await countUpTo(db, enough + 1, buildsAfter(scope, first, newest));
    if (builds < count) {
      if (first === 0) return 0;
      tooShort = range;
    } else {
      if (builds <= enough || range - tooShort <= count) return first;
      tooLong = range;
    }
    range = tooLong === undefined ? range * growth : Math.ceil((tooShort + tooLong) / 2);
  }
}

/** The cross join makes SQLite read an index of each repository, also without statistics. */
function buildsAfter(scope: AccountScope, first: number, newest: number): RawBuilder<unknown> {
  return sql`select 1 from ${listedRepos(scope)} as listed cross join builds as own
    where own.repo_id = listed.repo_id and own.id > ${first} and own.id <= ${newest}`;
}
