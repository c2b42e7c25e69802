import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Kernel and processors of the machines that ran stages, and the images that steps ran. */
export const hostsAndDigests: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      "alter table stages add column host text not null default '{}'",
      "alter table steps add column image_digest text not null default ''",
    ]);
  },
};
