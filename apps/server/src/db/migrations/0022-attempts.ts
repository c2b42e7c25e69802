import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Attempts of a build. Stages of earlier attempts remain, with other numbers. */
export const attempts: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  'alter table builds add column attempt integer not null default 1',
  'alter table stages add column attempt integer not null default 1',
  'alter table stages add column replaced_in integer not null default 0',
  'alter table stages add column replaced_number integer not null default 0',
  `create table build_attempts (
    build_id integer not null references builds (id) on delete cascade,
    attempt integer not null,
    login text not null,
    status text not null,
    created integer not null,
    started integer not null,
    finished integer not null,
    primary key (build_id, attempt)
  )`,
];
