import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Whether somebody deleted the log of a step, which is not the same as one without lines. */
export const deletedLogs: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table steps add column log_deleted integer not null default 0']);
  },
};
