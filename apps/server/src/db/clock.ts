import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './dialect.ts';

/** Returns the current Unix time in seconds by the clock of the database, which is the same for all servers. */
export function databaseNow(db: Db): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`cast(floor(extract(epoch from clock_timestamp())) as bigint)`
    : sql<number>`unixepoch()`;
}
