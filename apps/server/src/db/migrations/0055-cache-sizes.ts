import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Stored bytes of the caches of repositories. */
export const cacheSizes: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table repo_sizes add column caches integer not null default 0']);
  },
};
