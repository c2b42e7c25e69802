import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Credentials of runners, which belong to a repository, a namespace or the server. Each begins with a one-time token, whose
 * hash the credential's own hash replaces. `revoked` is a time; names are used again after it.
 */
export const runnerCredentials: Migration = {
  up: (db) =>
    run(
      db,
      `
create table runner_credentials (
  id integer primary key autoincrement,
  name text not null,
  repo_id integer references repos (id) on delete cascade,
  namespace text,
  protected integer not null,
  labels text not null,
  created_by text not null,
  created integer not null,
  token_hash text unique,
  token_expires integer not null,
  hash text unique,
  registered integer not null default 0,
  last_used integer not null default 0,
  revoked integer not null default 0
);
create unique index runner_credentials_name on runner_credentials (name) where revoked = 0;
create index runner_credentials_repo on runner_credentials (repo_id) where repo_id is not null;
create index runner_credentials_namespace on runner_credentials (namespace) where namespace is not null;
`,
    ),
};
