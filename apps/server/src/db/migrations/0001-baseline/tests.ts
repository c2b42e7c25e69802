/** Tests of repositories and their results. */
export const tests = `
create table test_names (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  key text not null,
  stage text not null,
  suite text not null,
  name text not null,
  file text not null,
  seen_in integer not null
);
create unique index test_names_key on test_names (repo_id, key);
create index test_names_repo on test_names (repo_id, id);
create index test_names_seen on test_names (repo_id, seen_in);

create table test_results (
  step_id integer primary key references steps (id) on delete cascade,
  repo_id integer not null,
  build_id integer not null,
  passed integer not null,
  failed integer not null,
  skipped integer not null
);
create index test_results_build on test_results (build_id);
create index test_results_repo on test_results (repo_id, build_id);

create table test_blocks (
  id integer primary key autoincrement,
  step_id integer not null references steps (id) on delete cascade,
  build_id integer not null,
  level integer not null,
  entries blob not null
);
create index test_blocks_build on test_blocks (build_id);
create index test_blocks_step on test_blocks (step_id, level);

create table test_reports (
  step_id integer not null references steps (id) on delete cascade,
  number integer not null,
  path text not null,
  problem text not null,
  primary key (step_id, number)
);
create unique index test_reports_path on test_reports (step_id, path);

create table test_failures (
  step_id integer not null references steps (id) on delete cascade,
  report integer not null,
  test_id integer not null references test_names (id) on delete cascade,
  type text not null,
  message text not null,
  texts blob not null,
  primary key (step_id, report, test_id)
);
create index test_failures_test on test_failures (test_id, step_id);
`;
