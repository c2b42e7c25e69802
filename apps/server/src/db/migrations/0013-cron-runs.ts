import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Runs of cron jobs that are claimed but not started, so that none is lost in a crash. */
export const cronRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table cron_runs (
        cron_id integer not null references crons (id) on delete cascade,
        due integer not null,
        primary key (cron_id, due)
      )`,
    ]);
  },
};
