import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Maximum running stages of a repository; 0 is no limit. */
export const repoThrottle: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table repos add column throttle integer not null default 0']);
  },
};
