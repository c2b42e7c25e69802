import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Cards of steps. The URL of a card's template is the `schema` of its step. */
export const cards: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table cards (
        step_id integer primary key references steps (id) on delete cascade,
        data text not null
      )`,
    ]);
  },
};
