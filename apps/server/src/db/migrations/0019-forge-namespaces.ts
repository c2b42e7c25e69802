import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Whose a namespace of a forge is: names pass on there, and what was kept for one does not. */
export const forgeNamespaces: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table forge_namespaces (
          forge text not null,
          namespace text not null,
          uid text not null,
          primary key (forge, namespace),
          unique (forge, uid)
        )`,
    ]);
  },
};
