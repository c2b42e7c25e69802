import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Accounts that canceled builds, and accounts that approved or declined stages. */
export const decisions: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      "alter table builds add column canceled_by text not null default ''",
      "alter table stages add column decided_by text not null default ''",
    ]);
  },
};
