import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Folders of deleted accounts that still have to follow what was decided here. */
export const namespaceMoves: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'create table namespace_moves (namespace text primary key, successor text)',
  'create index repos_namespace on repos (namespace)',
];
