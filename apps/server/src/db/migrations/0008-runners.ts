import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Which runner a stage wants, and which one has it. So far there was only the built-in one. */
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
