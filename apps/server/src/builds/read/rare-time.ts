import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { BuildFilter } from '../../domain/build-filter.ts';
import { all, type Condition, tagAndTimeConditions } from './build-conditions.ts';
import { countUpTo } from './count-up-to.ts';

/** If a time has at most this many builds of all repositories, checking each of them is fast. */
const rareBuilds = 3000;

/**
 * Returns a condition that looks the builds of the time of a filter up. Returns null if it has no time, or one with many
 * builds. Neither database can estimate that.
 */
export async function findRareTime(
  db: Db,
  { after, before }: BuildFilter,
): Promise<Condition | null> {
  if (after === undefined && before === undefined) return null;
  const isOfTime = all(
    tagAndTimeConditions({
      chosen: {},
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
    }),
  );
  const builds = sql`select id from builds where ${isOfTime}`;
  const isRare = (await countUpTo(db, rareBuilds + 1, builds)) <= rareBuilds;
  return isRare ? sql`id in (${builds})` : null;
}
