import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Use of runners by day. Names are those of the time: they outlive what they name. */
export const usage: Migration = {
  up: (db) =>
    run(
      db,
      `
create table usage_days (
  day integer not null,
  namespace text not null,
  repo text not null,
  person text not null,
  runner text not null,
  labels text not null,
  stages integer not null,
  seconds integer not null,
  waited integer not null,
  primary key (day, namespace, repo, person, runner, labels)
);

create table usage_builds (
  build_id integer primary key references builds (id) on delete cascade,
  attempt integer not null
);

create index usage_days_person on usage_days (person);
`,
    ),
};
