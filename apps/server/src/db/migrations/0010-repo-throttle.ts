import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** How many stages of a repository may be under way at once; 0 is no limit. */
export const repoThrottle: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table repos add column throttle integer not null default 0']);
  },
};
