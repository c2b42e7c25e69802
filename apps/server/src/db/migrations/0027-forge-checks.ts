import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Background checks of accounts and repositories at the forge; webhook deliveries that later ones may
 * overtake.
 */
export const forgeChecks: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  'alter table users add column access_ended integer not null default 0',
  "alter table users add column access_ended_reason text not null default ''",
  "alter table users add column access_ended_detail text not null default ''",
  'alter table forge_identities add column invited integer not null default 0',
  'alter table forge_identities add column checked integer not null default 0',
  'create index forge_identities_checked on forge_identities (checked)',
  'alter table repos add column checked integer not null default 0',
  'alter table repos add column missing integer not null default 0',
  'alter table hook_deliveries add column aside integer not null default 0',
  'create index repos_checked on repos (checked) where active = 1',
];
