/** Secrets, credentials of registries, keys, and templates of organizations. */
export const secrets = `
create table secrets (
  id integer primary key autoincrement,
  repo_id integer references repos (id) on delete cascade,
  namespace text,
  name text not null,
  sealed text not null,
  pull_request integer not null,
  pull_request_push integer not null,
  events text not null default '[]',
  branches text not null default '[]',
  images text not null default '[]',
  last_used integer not null default 0,
  last_used_build integer not null default 0,
  created integer not null,
  updated integer not null
);
create unique index secrets_namespace on secrets (namespace, name) where namespace is not null;
create unique index secrets_repo on secrets (repo_id, name) where repo_id is not null;
create unique index secrets_server on secrets (name) where repo_id is null and namespace is null;

create table imported_keys (
  repo_id integer primary key references repos (id) on delete cascade,
  sealed text not null
);

create table registries (
  id integer primary key autoincrement,
  repo_id integer references repos (id) on delete cascade,
  namespace text,
  name text not null,
  username text not null,
  password text not null,
  created integer not null,
  updated integer not null,
  last_used integer not null
);
create unique index registries_namespace on registries (namespace, name) where namespace is not null;
create unique index registries_repo on registries (repo_id, name) where repo_id is not null;
create unique index registries_server on registries (name) where repo_id is null and namespace is null;

create table sealed_values (
  name text primary key,
  sealed text not null
);

create table templates (
  id integer primary key autoincrement,
  namespace text not null,
  name text not null,
  data text not null,
  created integer not null,
  updated integer not null,
  unique (namespace, name)
);
`;
