import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a build's pipeline file has that means nothing here: unknown keys and the like. */
export const buildWarnings: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table builds add column warnings text not null default '[]'").execute(db);
  },
};
