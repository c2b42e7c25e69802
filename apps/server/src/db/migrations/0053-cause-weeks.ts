import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Causes of failures: titles, names, issues, automatic retries, and their totals in each week. */
export const causeWeeks: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `alter table repo_causes add column step_name text not null default ''`,
      `alter table repo_causes add column title text not null default ''`,
      `alter table repo_causes add column name text not null default ''`,
      `alter table repo_causes add column issue text not null default ''`,
      'alter table repo_causes add column retry integer not null default 0',
      'alter table failures add column failed integer not null default 0',
      `create table cause_weeks (
        repo_id integer not null references repos (id) on delete cascade,
        week integer not null,
        cause_id integer not null references causes (id) on delete cascade,
        failures integer not null,
        recovered integer not null,
        lost integer not null,
        primary key (repo_id, week, cause_id)
      )`,
      'create index cause_weeks_week on cause_weeks (week)',
      'create index cause_weeks_cause on cause_weeks (cause_id)',
    ]);
  },
};
