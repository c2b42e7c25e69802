import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Stages whose failure the pipeline file ignores, and their number in a finished build. */
export const ignoredFailures: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table stages add column errignore integer not null default 0;
alter table builds add column ignored_failures integer not null default 0;
`,
    ),
};
