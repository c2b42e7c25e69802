/** Causes of failures, their facts, and their totals by repository and week. */
export const causes = `
create table causes (
  id integer primary key autoincrement,
  failures integer not null
);

create table cause_facts (
  fact integer not null,
  cause_id integer not null references causes (id) on delete cascade,
  failures integer not null,
  primary key (fact, cause_id)
);
create index cause_facts_cause on cause_facts (cause_id);

create table repo_causes (
  cause_id integer not null references causes (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  failures integer not null,
  recovered integer not null,
  first_build integer not null,
  first_commit text not null,
  first_seen integer not null,
  last_seen integer not null,
  step_name text not null default '',
  title text not null default '',
  name text not null default '',
  issue text not null default '',
  retry integer not null default 0,
  primary key (cause_id, repo_id)
);
create index repo_causes_repo on repo_causes (repo_id);

create table failures (
  step_id integer primary key references steps (id) on delete cascade,
  cause_id integer not null references causes (id) on delete cascade,
  build_id integer not null,
  recovered integer not null,
  failed integer not null default 0
);
create index failures_build on failures (build_id);
create index failures_cause on failures (cause_id);

create table cause_weeks (
  repo_id integer not null references repos (id) on delete cascade,
  week integer not null,
  cause_id integer not null references causes (id) on delete cascade,
  failures integer not null,
  recovered integer not null,
  lost integer not null,
  primary key (repo_id, week, cause_id)
);
create index cause_weeks_cause on cause_weeks (cause_id);
create index cause_weeks_week on cause_weeks (week);
`;
