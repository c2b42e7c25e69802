/** Logs, artifacts, summaries and cards of steps, and how long they are retained. */
export const results = `
create table pipeline_changes (
  build_id integer primary key references builds (id) on delete cascade,
  error text not null,
  result text not null
);

create table log_blocks (
  step_id integer not null references steps (id) on delete cascade,
  first_pos integer not null,
  last_pos integer not null,
  bytes integer not null,
  lines blob not null,
  next_line integer,
  primary key (step_id, last_pos)
);

create table log_objects (
  id integer primary key autoincrement,
  step_id integer references steps (id) on delete set null,
  "key" text not null unique,
  first_pos integer not null,
  last_pos integer not null,
  frames text not null,
  next_line integer,
  due integer,
  tries integer not null
);
create index log_objects_due on log_objects (due) where due is not null;
create index log_objects_step on log_objects (step_id, last_pos);

create table artifacts (
  id integer primary key autoincrement,
  step_id integer references steps (id) on delete set null,
  repo_id integer not null,
  build_id integer not null,
  path text not null,
  size integer not null,
  sha256 text not null,
  created integer not null,
  executable integer not null default 0,
  link_target text,
  "key" text not null unique,
  due integer,
  tries integer not null
);
create index artifacts_due on artifacts (due) where due is not null;
create index artifacts_left on artifacts (id) where step_id is null;
create unique index artifacts_path on artifacts (step_id, path) where due is null;
create index artifacts_repo on artifacts (repo_id, build_id, created, size);

create table artifact_totals (
  repo_id integer not null references repos (id) on delete cascade,
  build_id integer not null,
  bytes integer not null,
  counted integer not null,
  primary key (repo_id, build_id)
);

create table artifact_limits (
  repo_id integer primary key references repos (id) on delete cascade,
  days integer,
  file_bytes integer,
  build_bytes integer,
  repo_bytes integer,
  days_beyond integer not null default 0
);

create table retention_limits (
  repo_id integer not null references repos (id) on delete cascade,
  name text not null,
  value integer not null,
  beyond integer not null,
  primary key (repo_id, name)
);

create table step_summaries (
  step_id integer primary key references steps (id) on delete cascade,
  text text not null
);

create table cards (
  step_id integer primary key references steps (id) on delete cascade,
  data text not null
);
`;
