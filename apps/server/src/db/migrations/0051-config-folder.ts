import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Folder whose files are read with the pipeline file; empty for none. */
export const configFolder: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ["alter table repos add column config_folder text not null default ''"]);
  },
};
