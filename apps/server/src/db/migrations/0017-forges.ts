import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Accounts and repositories of remote forges, and their webhook deliveries. */
export const forges: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table forge_identities (
    user_id integer primary key references users (id) on delete cascade,
    forge text not null,
    uid text not null,
    tokens_sealed text,
    unique (forge, uid)
  )`,
  // Visibility at the forge. The visibility chosen in the settings may differ.
  'alter table repos add column forge_private integer not null default 1',
  'create unique index repos_forge_uid on repos (forge, uid)',
  `create table repo_hooks (
    repo_id integer primary key references repos (id) on delete cascade,
    secret_sealed text not null
  )`,
  `create table hook_deliveries (
    id integer primary key,
    repo_id integer not null references repos (id) on delete cascade,
    delivery text not null,
    event text,
    received integer not null,
    due integer not null,
    tries integer not null,
    unique (repo_id, delivery)
  )`,
  'create index hook_deliveries_done on hook_deliveries (received) where event is null',
  'create index hook_deliveries_open on hook_deliveries (due) where event is not null',
];
