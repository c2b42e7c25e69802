import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** What a forge told that made the build: told again after a crash, it makes no other one. */
export const buildDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, ['alter table builds add column delivery text']);
    await run(db, [
      'create unique index builds_delivery on builds (repo_id, delivery) where delivery is not null',
    ]);
  },
};
