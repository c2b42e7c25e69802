import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Runners by name with their states, and measured sizes of repositories. */
export const administration: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table runners (
        name text primary key,
        state text not null,
        processes text not null,
        seen integer not null,
        description text not null
      )`,
      `create table repo_sizes (
        repo_id integer primary key references repos (id) on delete cascade,
        git integer not null,
        logs integer not null,
        artifacts integer not null,
        measured integer not null
      )`,
      'create index repo_sizes_measured on repo_sizes (measured)',
    ]);
  },
};
