import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Warnings about the pipeline file of a build, such as unknown keys. */
export const buildWarnings: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ["alter table builds add column warnings text not null default '[]'"]);
  },
};
