import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Test results: a row for each test name, a block with the results of each step, and a row for each failed
 * test.
 */
export const tests: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  'alter table repos add column has_tests integer not null default 0',
  `create table test_names (
    id integer primary key autoincrement,
    repo_id integer not null references repos (id) on delete cascade,
    key text not null,
    stage text not null,
    suite text not null,
    name text not null,
    file text not null
  )`,
  'create unique index test_names_key on test_names (repo_id, key)',
  `create table test_results (
    step_id integer primary key references steps (id) on delete cascade,
    repo_id integer not null,
    build_id integer not null,
    passed integer not null,
    failed integer not null,
    skipped integer not null,
    entries blob not null
  )`,
  'create index test_results_repo on test_results (repo_id, build_id)',
  'create index test_results_build on test_results (build_id)',
  `create table test_reports (
    step_id integer not null references steps (id) on delete cascade,
    number integer not null,
    path text not null,
    problem text not null,
    primary key (step_id, number)
  )`,
  'create unique index test_reports_path on test_reports (step_id, path)',
  `create table test_failures (
    step_id integer not null references steps (id) on delete cascade,
    report integer not null,
    test_id integer not null references test_names (id) on delete cascade,
    type text not null,
    message text not null,
    texts blob not null,
    primary key (step_id, report, test_id)
  )`,
  'create index test_failures_test on test_failures (test_id, step_id)',
];
