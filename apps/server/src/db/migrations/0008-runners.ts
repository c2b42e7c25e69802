import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Runner that a stage requires, and runner that claimed it. Before, there was only the embedded runner. */
export const runners: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      "alter table stages add column variant text not null default ''",
      "alter table stages add column kernel text not null default ''",
      "alter table stages add column labels text not null default '{}'",
      "alter table stages add column runner text not null default ''",
      "update stages set runner = 'built-in' where machine <> ''",
    ]);
  },
};
