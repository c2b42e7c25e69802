import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Keys that repositories had on another server, for signatures and encrypted values in their files. */
export const importedKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table imported_keys (
        repo_id integer primary key references repos (id) on delete cascade,
        sealed text not null
      )`,
    ]);
  },
};
