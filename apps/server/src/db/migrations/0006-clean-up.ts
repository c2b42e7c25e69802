import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Stages that run steps after a cancel, and the final status of a build that waits for them. */
export const cleanUp: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table builds add column ending text not null default '';
alter table stages add column cleans_up integer not null default 0;
`,
    ),
};
