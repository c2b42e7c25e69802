import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Announcement to all people, at most one, with the time from which nothing may be changed. */
export const announcementTable: Migration = {
  up: (db) =>
    run(
      db,
      `
create table announcement (
  id integer primary key check (id = 1),
  text text not null,
  starts integer not null,
  ends integer not null,
  read_only_from integer not null
);
`,
    ),
};
