import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Limits of organizations and accounts. Null is the limit of the server, 0 is none. */
export const ownerLimits: Migration = {
  up: (db) =>
    run(
      db,
      `
create table owner_limits (
  namespace text primary key,
  running integer,
  storage integer
);
`,
    ),
};
