import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Indexes that find rare search terms, and builds of a period, without reading every repository. */
export const largeLists: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      'create index build_words_word on build_words (word, build_id)',
      'create index builds_created on builds (created)',
    ]);
  },
};
