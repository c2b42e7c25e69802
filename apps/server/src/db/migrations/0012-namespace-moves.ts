import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Folders of deleted accounts that still have to be moved or deleted. */
export const namespaceMoves: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  'create table namespace_moves (namespace text primary key, successor text)',
  'create index repos_namespace on repos (namespace)',
];
