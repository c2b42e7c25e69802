/** Caches of builds: their objects, the keys that refer to them, and the lookups of stages. */
export const caches = `
create table cache_limits (
  repo_id integer primary key references repos (id) on delete cascade,
  days integer,
  repo_bytes integer
);

create table cache_objects (
  id integer primary key autoincrement,
  repo_id integer references repos (id) on delete set null,
  sha256 text not null,
  size integer not null,
  "key" text not null unique,
  due integer,
  tries integer not null
);
create unique index cache_objects_content on cache_objects (repo_id, sha256) where due is null;
create index cache_objects_due on cache_objects (due) where due is not null;
create index cache_objects_left on cache_objects (id) where repo_id is null;

create table caches (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  object_id integer not null references cache_objects (id),
  place text not null,
  scope text not null,
  name text not null,
  paths text not null,
  size integer not null,
  build integer not null,
  created integer not null,
  last_used integer not null,
  hits integer not null
);
create index caches_object on caches (object_id);
create unique index caches_place on caches (repo_id, place);
create index caches_used on caches (last_used);

create table cache_lookups (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  build integer not null,
  stage text not null,
  step text not null,
  scope text not null,
  name text not null,
  paths text not null,
  missing_files text not null,
  cache_id integer,
  found_name text,
  reason text,
  created integer not null
);
create index cache_lookups_created on cache_lookups (created);
create index cache_lookups_repo on cache_lookups (repo_id, id);
create index cache_lookups_stage on cache_lookups (stage_id);
`;
