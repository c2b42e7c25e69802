import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Access tokens of accounts, by their hashes. */
export const accessTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table access_tokens (
        id integer primary key,
        user_id integer not null references users (id) on delete cascade,
        name text not null,
        hash text not null unique,
        scope text not null,
        repo_id integer references repos (id) on delete cascade,
        created integer not null,
        expires integer not null,
        last_used integer not null,
        unique (user_id, name)
      )`,
      'create index access_tokens_repo on access_tokens (repo_id)',
    ]);
  },
};
