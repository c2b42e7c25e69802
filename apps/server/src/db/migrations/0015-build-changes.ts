import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** The newest changes of builds, written in the same transaction, for streams that missed some. */
export const buildChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table build_changes (
        id integer primary key autoincrement,
        repo_id integer not null references repos (id) on delete cascade,
        build_id integer not null references builds (id) on delete cascade,
        version integer not null
      )`,
    ]);
    await run(db, ['create index build_changes_build on build_changes (build_id)']);
    await run(db, ['create index build_changes_repo on build_changes (repo_id)']);
  },
};
