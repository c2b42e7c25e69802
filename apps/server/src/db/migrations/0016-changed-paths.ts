import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** The files that a build's commits changed: asked of the forge once, for all of its stages. */
export const changedPaths: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table build_configs add column changed_paths text']);
  },
};
