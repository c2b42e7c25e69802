import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Secrets of repositories and organizations; keys and a probe, encrypted with the server's key. */
export const secrets: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table secrets (
    id integer primary key autoincrement,
    repo_id integer references repos (id) on delete cascade,
    namespace text,
    name text not null,
    sealed text not null,
    pull_request integer not null,
    pull_request_push integer not null,
    created integer not null,
    updated integer not null
  )`,
  'create unique index secrets_repo on secrets (repo_id, name) where repo_id is not null',
  'create unique index secrets_namespace on secrets (namespace, name) where namespace is not null',
  `create table sealed_values (
    name text primary key,
    sealed text not null
  )`,
];
