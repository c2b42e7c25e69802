import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Paths changed by the commits of a build. They are requested from the forge once for all stages. */
export const changedPaths: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table build_configs add column changed_paths text']);
  },
};
