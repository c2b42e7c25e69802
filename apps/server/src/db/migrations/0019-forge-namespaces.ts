import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Owners of the namespaces of a forge. The next owner of a name must not get the secrets of the last one. */
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
