import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { BuildFilter } from '../../../domain/build-filter.ts';
import { type BuildScope, type Condition, isAmong, isWithin } from './build-conditions.ts';

/**
 * A word in at most this many builds is looked up. For a more frequent one, going through the newest builds
 * fills a page sooner.
 */
const rareBuilds = 3000;

/** Greater than every character of a word, so that all words with a prefix come before it. */
const afterAll = '\u{10ffff}';

/** Two ways to find the builds that have all words of a filter. */
export interface WordSearch {
  /** Conditions on each build, by its id: for going through some builds in their order. */
  checks: Condition[];
  /** Starts from the builds that have the rarest word, and checks the others. */
  lookUp: Condition[];
  /** Whether so few builds have the rarest word that looking them up is fast. */
  isRare: boolean;
}

/**
 * Conditions that find all builds of a search, in no order: from its rarest word, unless that is frequent
 * and other conditions narrow the search first.
 */
export function findAll(
  scope: BuildScope,
  { checks, lookUp, isRare }: WordSearch,
  conditions: readonly Condition[],
): Condition[] {
  const isByWord = isRare || (lookUp.length > 0 && conditions.length === 0);
  return isByWord
    ? [isAmong(scope), ...lookUp, ...conditions]
    : [isWithin(scope), ...conditions, ...checks];
}

/** Plans the search: the databases cannot know that a word is in every build, or in three. */
export async function planWordSearch(
  db: Db,
  scope: BuildScope,
  { words }: BuildFilter,
): Promise<WordSearch> {
  if (!words) return { checks: [], lookUp: [], isRare: false };
  const counted = await Promise.all(
    words.map(async (word) => ({ word, builds: await countUpToRare(db, scope, word) })),
  );
  const [rarest, ...others] = counted.sort(
    (a, b) => a.builds - b.builds || b.word.length - a.word.length,
  );
  // Something was asked for that has no words in it.
  if (!rarest) return { checks: [sql`1 = 0`], lookUp: [sql`1 = 0`], isRare: true };
  const hasRarest: Condition = sql`id in (
    select build_id from build_words where ${hasPrefix(scope, rarest.word)}
  )`;
  return {
    checks: words.map(isWordOfBuild),
    lookUp: [hasRarest, ...others.map(({ word }) => isWordOfBuild(word))],
    isRare: rarest.builds <= rareBuilds,
  };
}

async function countUpToRare(db: Db, scope: BuildScope, word: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from build_words where ${hasPrefix(scope, word)} limit ${rareBuilds + 1}
    ) as postings`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Words of an account's repositories are looked up among those of all: it may have thousands. */
function hasPrefix(scope: BuildScope, prefix: string): Condition {
  const range: Condition = sql`word >= ${prefix} and word < ${prefix + afterAll}`;
  return 'repoId' in scope ? sql`repo_id = ${scope.repoId} and ${range}` : range;
}

/** A scalar subquery, which Postgres neither joins nor turns into a table of all builds with the word. */
function isWordOfBuild(prefix: string): Condition {
  return sql`(
    select 1 from build_words
    where build_id = builds.id and word >= ${prefix} and word < ${prefix + afterAll} limit 1
  ) is not null`;
}
