import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Search terms of builds. Builds created by an older version are backfilled; `has_words` marks the completed
 * ones.
 */
export const findBuilds: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  'alter table builds add column has_words integer not null default 0',
  'create index builds_without_words on builds (id) where has_words = 0',
  `create table build_words (
    repo_id integer not null,
    word text not null,
    build_id integer not null references builds (id) on delete cascade,
    primary key (repo_id, word, build_id)
  ) without rowid`,
  'create index build_words_build on build_words (build_id)',
  `create index builds_facets on builds
    (repo_id, status, event, target, author_login, deploy_to, cron, created, id)`,
];
