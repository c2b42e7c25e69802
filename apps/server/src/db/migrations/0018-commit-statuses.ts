import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Builds whose state must be reported to the forge, and the position up to which the outbox was read for
 * that.
 */
export const commitStatuses: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table commit_statuses (
    build_id integer primary key references builds (id) on delete cascade,
    repo_id integer not null,
    shown text not null,
    deployment text not null,
    due integer,
    change_id integer not null,
    since integer not null,
    tries integer not null
  )`,
  'create index builds_commit on builds (repo_id, "after", number)',
  'create index commit_statuses_open on commit_statuses (due) where due is not null',
  'create table outbox_cursors (listener text primary key, change_id integer not null)',
];
