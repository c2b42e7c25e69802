import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What steps want to show beside their logs; the address of a card's template is the step's `schema`. */
export const cards: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`create table cards (
        step_id integer primary key references steps (id) on delete cascade,
        data text not null
      )`)
      .execute(db);
  },
};
