import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Credentials of image registries, for a repository, an organization or the whole server. */
export const registries: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table registries (
        id integer primary key autoincrement,
        repo_id integer references repos (id) on delete cascade,
        namespace text,
        name text not null,
        username text not null,
        password text not null,
        created integer not null,
        updated integer not null,
        last_used integer not null
      )`,
      `create unique index registries_repo on registries (repo_id, name)
        where repo_id is not null`,
      `create unique index registries_namespace on registries (namespace, name)
        where namespace is not null`,
      `create unique index registries_server on registries (name)
        where repo_id is null and namespace is null`,
    ]);
  },
};
