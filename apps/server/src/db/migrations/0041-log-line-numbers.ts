import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Number of the line after a block or object; null if it is the position of the next entry, as in the logs that are
 * already stored.
 */
export const logLineNumbers: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      'alter table log_blocks add column next_line integer',
      'alter table log_objects add column next_line integer',
    ]);
  },
};
