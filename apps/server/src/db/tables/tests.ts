import type { Generated } from 'kysely';

/** A test of a repository, by what it is called. */
interface TestNamesTable {
  id: Generated<number>;
  repo_id: number;
  /** Made of stage, suite and name. */
  key: string;
  stage: string;
  suite: string;
  name: string;
  file: string;
  /** The number of a build that had it, the last one or one shortly before; null is unknown. */
  seen_in: number | null;
}

/** Counts of the tests of a step; its results are in `test_blocks`. */
interface TestResultsTable {
  step_id: number;
  repo_id: number;
  build_id: number;
  passed: number;
  /** Errors too. */
  failed: number;
  skipped: number;
  /** A block of its results; only used for steps older than `test_blocks`. */
  entries: Uint8Array;
}

/** Results of one report of a step, or of several that were merged. */
interface TestBlocksTable {
  id: Generated<number>;
  step_id: number;
  build_id: number;
  /** Number of times its reports were merged. */
  level: number;
  /** zstd; `test-entries.ts` describes the content. */
  entries: Uint8Array;
}

/** A file of a step that results came from. */
interface TestReportsTable {
  step_id: number;
  /** Counts from 1 in its step. */
  number: number;
  path: string;
  /** Why not all of it is there; empty where it is. */
  problem: string;
}

/** Texts of failed tests. */
interface TestFailuresTable {
  step_id: number;
  report: number;
  test_id: number;
  type: string;
  message: string;
  /** zstd of JSON: details and output. */
  texts: Uint8Array;
}

/** Tests of repositories and their results. */
export interface TestTables {
  test_names: TestNamesTable;
  test_results: TestResultsTable;
  test_blocks: TestBlocksTable;
  test_reports: TestReportsTable;
  test_failures: TestFailuresTable;
}
