/** Jobs, cron jobs, webhook deliveries and commit statuses. */
export const jobs = `
create table jobs (
  id integer primary key,
  kind text not null,
  key text not null,
  place integer not null,
  payload text not null,
  since integer not null,
  due integer not null,
  tries integer not null,
  aside integer not null default 0,
  revision integer not null default 0,
  error text,
  unique (kind, key)
);
create index jobs_due on jobs (kind, due) where error is null;
create index jobs_failed on jobs (due) where error is not null;
create index jobs_open on jobs (kind, place, id) where error is null;

create table crons (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  name text not null,
  expr text not null,
  time_zone text not null default '',
  next integer not null,
  prev integer not null,
  branch text not null,
  target text not null,
  disabled integer not null,
  reader text not null default '',
  error text not null default '',
  created integer not null,
  updated integer not null,
  version integer not null,
  unique (repo_id, name)
);
create index crons_next on crons (next) where disabled = 0;

create table hook_deliveries (
  id integer primary key,
  repo_id integer not null references repos (id) on delete cascade,
  delivery text not null,
  received integer not null,
  unique (repo_id, delivery)
);
create index hook_deliveries_received on hook_deliveries (received);

create table commit_statuses (
  build_id integer primary key references builds (id) on delete cascade,
  shown text not null,
  deployment text not null
);
`;
