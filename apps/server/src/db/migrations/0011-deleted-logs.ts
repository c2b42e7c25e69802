import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Whether the log of a step was deleted, to distinguish it from a log without lines. */
export const deletedLogs: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table steps add column log_deleted integer not null default 0']);
  },
};
