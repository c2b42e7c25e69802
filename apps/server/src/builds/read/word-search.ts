import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { BuildFilter } from '../../domain/build-filter.ts';
import { type BuildScope, type Condition, isAmong, isWithin } from './build-conditions.ts';
import { countUpTo } from './count-up-to.ts';

/**
 * A word in at most this many builds is looked up in the index. For a more frequent word, checking the newest
 * builds fills a page sooner.
 */
const rareBuilds = 3000;

/** Greater than every character of a word: the upper bound of all words with a prefix. */
const afterAll = '\u{10ffff}';

/** Two alternative conditions for the builds that have all words of a filter. */
export interface WordSearch {
  /** Checks each build by its id. For a query that reads builds in the order of the list. */
  checks: Condition[];
  /** Selects the builds with the rarest word, and checks the other words. */
  lookUp: Condition[];
  /** True if so few builds have the rarest word that `lookUp` is fast. */
  isRare: boolean;
}

/**
 * Returns conditions that select all matching builds, unordered. They start from the rarest word, unless it
 * is frequent and other conditions, or a scope with few builds, narrow the search first.
 */
export function findAll(
  db: Db,
  scope: BuildScope,
  { checks, lookUp, isRare }: WordSearch,
  conditions: readonly Condition[],
  isNarrow: boolean,
): Condition[] {
  const isByWord = isRare || (lookUp.length > 0 && conditions.length === 0 && !isNarrow);
  return isByWord
    ? [isAmong(scope), ...lookUp, ...conditions]
    : [isWithin(db, scope), ...conditions, ...checks];
}

/** Plans the search by the frequency of each word, because the database has no statistics for word prefixes. */
export async function planWordSearch(
  db: Db,
  scope: BuildScope,
  { words }: BuildFilter,
): Promise<WordSearch> {
  if (!words) return { checks: [], lookUp: [], isRare: false };
  const counted = await Promise.all(
    words.map(async (word) => {
      const postings = sql`select 1 from build_words where ${hasPrefix(scope, word)}`;
      return { word, builds: await countUpTo(db, rareBuilds + 1, postings) };
    }),
  );
  const [rarest, ...others] = counted.sort(
    (a, b) => a.builds - b.builds || b.word.length - a.word.length,
  );
  // The search text contains no words, so no build matches.
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

/**
 * For an account, words of all repositories are searched: listing thousands of its repositories would be
 * slower.
 */
function hasPrefix(scope: BuildScope, prefix: string): Condition {
  const range: Condition = sql`word >= ${prefix} and word < ${prefix + afterAll}`;
  return 'repoId' in scope ? sql`repo_id = ${scope.repoId} and ${range}` : range;
}

/** Returns a scalar subquery. Postgres neither joins it nor builds a table of all builds with the word. */
function isWordOfBuild(prefix: string): Condition {
  return sql`(
    select 1 from build_words
    where build_id = builds.id and word >= ${prefix} and word < ${prefix + afterAll} limit 1
  ) is not null`;
}
