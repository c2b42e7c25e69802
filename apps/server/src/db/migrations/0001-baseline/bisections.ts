/** Searches for the commit with which a step began to fail. */
export const bisections = `
create table bisections (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  status text not null,
  error text not null,
  starter text not null,
  reader text not null default '',
  canceled_by text not null,
  build integer not null,
  step_id integer not null,
  stage text not null,
  step text not null,
  good_build integer not null,
  good_commit text not null,
  bad_build integer not null,
  bad_commit text not null,
  failures integer not null,
  flakiness text not null,
  first_bad integer not null,
  last_bad integer not null,
  confidence double precision not null,
  created integer not null,
  finished integer not null
);
create index bisections_repo on bisections (repo_id, id);

create table bisection_commits (
  bisection_id integer not null references bisections (id) on delete cascade,
  position integer not null,
  sha text not null,
  message text not null,
  author_login text not null,
  author_name text not null,
  author_email text not null,
  author_avatar text not null,
  committed integer not null,
  primary key (bisection_id, position)
);

create table bisection_runs (
  bisection_id integer not null references bisections (id) on delete cascade,
  number integer not null,
  position integer not null,
  build integer not null,
  outcome text not null,
  created integer not null,
  primary key (bisection_id, number)
);

create table bisection_settings (
  repo_id integer primary key references repos (id) on delete cascade,
  automatic integer not null,
  comments integer not null
);
`;
