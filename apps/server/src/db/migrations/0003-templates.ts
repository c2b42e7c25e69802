import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Templates of organizations, which are rendered to pipeline files. */
export const templates: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table templates (
        id integer primary key autoincrement,
        namespace text not null,
        name text not null,
        data text not null,
        created integer not null,
        updated integer not null,
        unique (namespace, name)
      )`,
    ]);
  },
};
