import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Latest builds of branches, pull requests and environments; concurrency limits; state of the queue. */
export const buildRules: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table latest_builds (
    repo_id integer not null references repos (id) on delete cascade,
    kind text not null,
    name text not null,
    build_id integer not null references builds (id) on delete cascade,
    primary key (repo_id, kind, name)
  )`,
  'create index latest_builds_build on latest_builds (build_id)',
  'alter table stages add column concurrency integer not null default 0',
  'create index builds_target on builds (repo_id, target, number)',
  'create index builds_ref on builds (repo_id, ref, number)',
  `create index builds_unfinished on builds (repo_id, number)
    where status in ('pending', 'running', 'blocked')`,
  `create table server_state (
    name text primary key,
    value text not null
  )`,
];
