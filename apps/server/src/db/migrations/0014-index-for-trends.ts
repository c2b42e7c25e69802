import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Trends read the builds of a repository in the order of their creation. The columns of the index never change. It leaves out
 * builds of bisections, so that no list or count is planned with it, which other indexes contain completely.
 */
export const indexForTrends: Migration = {
  up: (db) =>
    run(
      db,
      `
create index builds_trends on builds (repo_id, created, number, event, target) where bisection = 0;
`,
    ),
};
