import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Limits of secrets, their last use, and secrets of the whole server, which belong to nothing else. */
export const secretLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `alter table secrets add column events text not null default '[]'`,
      `alter table secrets add column branches text not null default '[]'`,
      `alter table secrets add column images text not null default '[]'`,
      'alter table secrets add column last_used integer not null default 0',
      'alter table secrets add column last_used_build integer not null default 0',
      `create unique index secrets_server on secrets (name)
        where repo_id is null and namespace is null`,
    ]);
  },
};
