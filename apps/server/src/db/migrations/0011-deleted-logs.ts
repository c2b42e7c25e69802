import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether somebody deleted the log of a step, which is not the same as one without lines. */
export const deletedLogs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw('alter table steps add column log_deleted integer not null default 0')
      .execute(db);
  },
};
