import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Policies: what pipeline files may use and must run, as JSON. */
export const policies: Migration = {
  up: (db) =>
    run(
      db,
      `
create table policies (
  name text primary key,
  definition text not null
);
`,
    ),
};
