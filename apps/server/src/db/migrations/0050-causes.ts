import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Causes of failures: their facts, their totals in each repository, and the failures of steps. */
export const causes: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table causes (
        id integer primary key autoincrement,
        failures integer not null,
        created integer not null
      )`,
      `create table cause_facts (
        fact integer not null,
        cause_id integer not null references causes (id) on delete cascade,
        failures integer not null,
        primary key (fact, cause_id)
      )`,
      'create index cause_facts_cause on cause_facts (cause_id)',
      `create table repo_causes (
        cause_id integer not null references causes (id) on delete cascade,
        repo_id integer not null references repos (id) on delete cascade,
        failures integer not null,
        recovered integer not null,
        first_build integer not null,
        first_commit text not null,
        first_seen integer not null,
        last_seen integer not null,
        primary key (cause_id, repo_id)
      )`,
      'create index repo_causes_repo on repo_causes (repo_id)',
      `create table failures (
        step_id integer primary key references steps (id) on delete cascade,
        cause_id integer not null references causes (id) on delete cascade,
        build_id integer not null,
        recovered integer not null
      )`,
      'create index failures_build on failures (build_id)',
      'create index failures_cause on failures (cause_id)',
    ]);
  },
};
