import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** What a build's pipeline file has that means nothing here: unknown keys and the like. */
export const buildWarnings: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ["alter table builds add column warnings text not null default '[]'"]);
  },
};
