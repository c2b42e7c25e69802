import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Sessions at an OpenID Connect provider, which ends those of this server, and the logout tokens that it has sent. */
export const providerSessions: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table sessions add column provider_sid text;
create index sessions_provider_sid on sessions (provider_sid);

create table used_logout_tokens (
  id text primary key,
  expires integer not null
);
`,
    ),
};
