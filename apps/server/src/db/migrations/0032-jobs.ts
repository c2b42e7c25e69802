import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Jobs that are open or have failed. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table jobs (
        id integer primary key,
        kind text not null,
        key text not null,
        place integer not null,
        payload text not null,
        since integer not null,
        due integer not null,
        tries integer not null,
        aside integer not null default 0,
        revision integer not null default 0,
        error text,
        unique (kind, key)
      )`,
      'create index jobs_open on jobs (kind, place, id) where error is null',
      'create index jobs_due on jobs (kind, due) where error is null',
      'create index jobs_failed on jobs (due) where error is not null',
    ]);
  },
};
