import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Counts the rows of a query, but reads at most `limit` of them. */
export async function countUpTo(
  db: Db,
  limit: number,
  query: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${query} limit ${limit}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}
