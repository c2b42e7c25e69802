import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Steps of which artifacts were deleted, so that no later stage gets only a part of them. */
export const deletedArtifacts: Migration = {
  up: (db) =>
    run(
      db,
      `
create table deleted_artifacts (
  step_id integer primary key references steps (id) on delete cascade
);
`,
    ),
};
