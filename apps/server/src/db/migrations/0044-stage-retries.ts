import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Rules for further tries of stages, their number, and the cause of the last failure. */
export const stageRetries: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      "alter table stages add column retry text not null default '{}'",
      'alter table stages add column retries integer not null default 0',
      "alter table stages add column failure_cause text not null default ''",
    ]);
  },
};
