import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a forge told that made the build: told again after a crash, it makes no other one. */
export const buildDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table builds add column delivery text').execute(db);
    await sql
      .raw(
        'create unique index builds_delivery on builds (repo_id, delivery) where delivery is not null',
      )
      .execute(db);
  },
};
