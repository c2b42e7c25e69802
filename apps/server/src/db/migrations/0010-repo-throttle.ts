import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many stages of a repository may be under way at once; 0 is no limit. */
export const repoThrottle: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table repos add column throttle integer not null default 0').execute(db);
  },
};
