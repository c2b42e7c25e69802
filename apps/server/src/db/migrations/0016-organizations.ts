import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Organizations of the built-in git hosting, their members and teams. `repo_permissions` holds the highest role of an
 * account, as lists and checks read it, and beside it the ranks that it follows from: 1 read, 2 write, 3 admin. Rows of
 * earlier servers have no `granted_rank`: it is what their permissions say.
 */
export const organizations: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table repo_permissions add column granted_rank integer;
alter table repo_permissions add column team_rank integer not null default 0;

create table organizations (
  id integer primary key autoincrement,
  name text not null unique,
  members_create integer not null,
  created integer not null
);
create index organizations_lower_name on organizations (lower(name));

create table organization_members (
  organization_id integer not null references organizations (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  role text not null,
  by_group integer not null,
  primary key (organization_id, user_id)
);
create index organization_members_user on organization_members (user_id);

create table teams (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id) on delete cascade,
  name text not null,
  role text not null,
  all_repos integer not null,
  created integer not null,
  unique (organization_id, name)
);

create table team_members (
  team_id integer not null references teams (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  by_hand integer not null,
  by_group integer not null,
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id);

create table team_repos (
  team_id integer not null references teams (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  primary key (team_id, repo_id)
);
create index team_repos_repo on team_repos (repo_id);

create table team_groups (
  id integer primary key autoincrement,
  team_id integer not null references teams (id) on delete cascade,
  name text not null,
  unique (team_id, name)
);

create table account_groups (
  user_id integer not null references users (id) on delete cascade,
  provider text not null,
  name text not null,
  primary key (user_id, provider, name)
);
create index account_groups_name on account_groups (name);
`,
    ),
};
