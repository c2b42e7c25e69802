import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** The step before which a restarted build pauses. */
export const pauses: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      "alter table builds add column pause_stage text not null default ''",
      "alter table builds add column pause_step text not null default ''",
      'alter table kept_steps add column paused integer not null default 0',
    ]);
  },
};
