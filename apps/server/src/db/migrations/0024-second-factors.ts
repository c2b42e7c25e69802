import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Second factors of accounts with a password. `last_step` is the time step of the last code, which is valid once. */
export const secondFactors: Migration = {
  up: (db) =>
    run(
      db,
      `
create table totp_secrets (
  user_id integer primary key references users (id) on delete cascade,
  secret_sealed text not null,
  last_step integer not null,
  created integer not null
);

create table recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);
`,
    ),
};
