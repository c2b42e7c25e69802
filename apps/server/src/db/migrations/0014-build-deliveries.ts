import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Webhook delivery that created a build. A repeated delivery, as after a crash, creates no other build. */
export const buildDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table builds add column delivery text']);
    await run(db, [
      'create unique index builds_delivery on builds (repo_id, delivery) where delivery is not null',
    ]);
  },
};
