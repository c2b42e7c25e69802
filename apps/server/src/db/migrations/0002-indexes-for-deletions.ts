import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Deleting a step, a build or a repository finds its artifacts and caches by these. */
export const indexesForDeletions: Migration = {
  up: (db) =>
    run(
      db,
      `
create index artifacts_build on artifacts (build_id);
create index artifacts_step on artifacts (step_id);
create index cache_objects_repo on cache_objects (repo_id);
`,
    ),
};
