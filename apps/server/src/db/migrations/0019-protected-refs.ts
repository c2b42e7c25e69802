import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Patterns of branches and tags that are protected besides the default branch, as JSON lists. */
export const protectedRefs: Migration = {
  up: (db) =>
    run(
      db,
      `
create table protected_refs (
  repo_id integer primary key references repos (id) on delete cascade,
  branches text not null,
  tags text not null
);
`,
    ),
};
