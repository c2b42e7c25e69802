import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Pinned builds, data that retention deleted, and the retention limits of repositories. */
export const retention: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      'alter table builds add column pinned integer not null default 0',
      "alter table builds add column expired text not null default '[]'",
      'alter table artifact_limits add column days_beyond integer not null default 0',
      `create table retention_limits (
        repo_id integer not null references repos (id) on delete cascade,
        name text not null,
        value integer not null,
        beyond integer not null,
        primary key (repo_id, name)
      )`,
    ]);
  },
};
