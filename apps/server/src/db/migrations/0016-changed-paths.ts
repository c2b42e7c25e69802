import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The files that a build's commits changed: asked of the forge once, for all of its stages. */
export const changedPaths: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table build_configs add column changed_paths text').execute(db);
  },
};
