import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which runner a stage wants, and which one has it. So far there was only the built-in one. */
export const runners: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      "alter table stages add column variant text not null default ''",
      "alter table stages add column kernel text not null default ''",
      "alter table stages add column labels text not null default '{}'",
      "alter table stages add column runner text not null default ''",
      "update stages set runner = 'built-in' where machine <> ''",
    ]) {
      await sql.raw(statement).execute(db);
    }
  },
};
