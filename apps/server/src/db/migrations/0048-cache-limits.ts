import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Limits for the caches of repositories. */
export const cacheLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table cache_limits (
        repo_id integer primary key references repos (id) on delete cascade,
        days integer,
        repo_bytes integer
      )`,
    ]);
  },
};
