import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Cron jobs of repositories. */
export const crons: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table crons (
    id integer primary key autoincrement,
    repo_id integer not null references repos (id) on delete cascade,
    name text not null,
    expr text not null,
    next integer not null,
    prev integer not null,
    branch text not null,
    target text not null,
    disabled integer not null,
    created integer not null,
    updated integer not null,
    version integer not null,
    unique (repo_id, name)
  )`,
  'create index crons_next on crons (next) where disabled = 0',
];
