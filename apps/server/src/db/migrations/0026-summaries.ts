import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Summaries of steps, in Markdown. */
export const summaries: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  'alter table steps add column has_summary integer not null default 0',
  `create table step_summaries (
    step_id integer primary key references steps (id) on delete cascade,
    text text not null
  )`,
];
