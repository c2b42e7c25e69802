import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Stores test results as a block for each report and merges blocks as they grow, so adding a report does not
 * rewrite the results of its step. Test names record the build in which they were last seen, so that unused
 * names can be deleted. Sizes of artifacts, pending uploads included, are totaled by build and repository.
 */
export const blocksAndTotals: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table test_blocks (
    id integer primary key autoincrement,
    step_id integer not null references steps (id) on delete cascade,
    build_id integer not null,
    level integer not null,
    entries blob not null
  )`,
  'create index test_blocks_step on test_blocks (step_id, level)',
  'create index test_blocks_build on test_blocks (build_id)',
  'alter table test_names add column seen_in integer',
  'create index test_names_seen on test_names (repo_id, seen_in)',
  'create index test_names_repo on test_names (repo_id, id)',
  `create table artifact_totals (
    repo_id integer not null references repos (id) on delete cascade,
    build_id integer not null,
    bytes integer not null,
    counted integer not null,
    primary key (repo_id, build_id)
  )`,
];
