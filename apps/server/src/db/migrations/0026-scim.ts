import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Accounts and groups that an identity provider manages by SCIM. */
export const scim: Migration = {
  up: (db) =>
    run(
      db,
      `
create table scim_users (
  user_id integer primary key references users (id) on delete cascade,
  user_name text not null,
  external_id text not null
);
create unique index scim_users_name on scim_users (lower(user_name));
create index scim_users_external_id on scim_users (external_id);

create table scim_groups (
  id integer primary key autoincrement,
  name text not null unique,
  external_id text not null,
  created integer not null,
  updated integer not null
);

create table scim_members (
  group_id integer not null references scim_groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  primary key (group_id, user_id)
);
create index scim_members_user on scim_members (user_id);
`,
    ),
};
