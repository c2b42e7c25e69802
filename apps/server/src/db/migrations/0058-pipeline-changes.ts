import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Builds that change the pipeline file, and the results of their back-tests. */
export const pipelineChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      'alter table builds add column file_base integer not null default 0',
      "alter table build_configs add column source_hash text not null default ''",
      `create table pipeline_changes (
        build_id integer primary key references builds (id) on delete cascade,
        error text not null,
        result text not null
      )`,
    ]);
  },
};
