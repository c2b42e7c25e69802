import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** The time at which the pipeline file wants an artifact deleted. */
export const expiringArtifacts: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table artifacts add column expires integer;
create index artifacts_expires on artifacts (expires, build_id) where expires is not null;
`,
    ),
};
