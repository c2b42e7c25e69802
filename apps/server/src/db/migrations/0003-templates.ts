import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Templates of organisations, from which pipeline files are made. */
export const templates: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`create table templates (
        id integer primary key autoincrement,
        namespace text not null,
        name text not null,
        data text not null,
        created integer not null,
        updated integer not null,
        unique (namespace, name)
      )`)
      .execute(db);
  },
};
