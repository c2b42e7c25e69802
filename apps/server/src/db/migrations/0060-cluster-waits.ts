import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** The reason why the cluster that runs the steps of a stage makes it wait. */
export const clusterWaits: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ["alter table stages add column cluster_wait text not null default ''"]);
  },
};
