import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Facts by which people recognize their sessions. */
export const sessionFacts: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table sessions add column created integer not null default 0;
alter table sessions add column last_seen integer not null default 0;
alter table sessions add column address text not null default '';
alter table sessions add column browser text not null default '';
`,
    ),
};
