import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Keys that sign the addresses of badges of private repositories, encrypted with the server's key. */
export const badgeKeys: Migration = {
  up: (db) =>
    run(
      db,
      `
create table badge_keys (
  repo_id integer primary key references repos (id) on delete cascade,
  key text not null
);
`,
    ),
};
