import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Accounts at an OpenID Connect provider or in an LDAP directory. */
export const externalIdentities: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table external_identities (
        user_id integer not null references users (id) on delete cascade,
        provider text not null,
        issuer text not null,
        subject text not null,
        created integer not null,
        checked integer not null,
        primary key (user_id, provider),
        unique (provider, issuer, subject)
      )`,
      'create index external_identities_checked on external_identities (provider, checked, user_id)',
    ]);
  },
};
