import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Variables that stages pass on to those that depend on them. */
export const stageOutputs: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table stage_outputs (
        stage_id integer not null references stages (id) on delete cascade,
        name text not null,
        encrypted text not null,
        masked integer not null,
        primary key (stage_id, name)
      )`,
    ]);
  },
};
