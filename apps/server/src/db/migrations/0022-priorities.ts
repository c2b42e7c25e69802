import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Ranks of stages in the queue, and what repositories say about the ranks of their builds. */
export const priorities: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table stages add column priority integer not null default 0;

create table repo_priorities (
  repo_id integer primary key references repos (id) on delete cascade,
  rules text not null
);
`,
    ),
};
