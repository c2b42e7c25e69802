import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Artifacts of steps. Each row exists until its object is deleted in the object store. */
export const artifacts: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table artifacts (
    id integer primary key autoincrement,
    step_id integer references steps (id) on delete set null,
    repo_id integer not null,
    build_id integer not null,
    path text not null,
    size integer not null,
    sha256 text not null,
    created integer not null,
    "key" text not null unique,
    due integer,
    tries integer not null
  )`,
  'create unique index artifacts_path on artifacts (step_id, path) where due is null',
  'create index artifacts_due on artifacts (due) where due is not null',
  'create index artifacts_left on artifacts (id) where step_id is null',
  'create index artifacts_repo on artifacts (repo_id, build_id, created, size)',
  `create table artifact_limits (
    repo_id integer primary key references repos (id) on delete cascade,
    days integer,
    file_bytes integer,
    build_bytes integer,
    repo_bytes integer
  )`,
];
