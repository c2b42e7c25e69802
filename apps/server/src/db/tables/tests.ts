import type { Generated } from 'kysely';

/** Tests of a repository, by name. */
interface TestNamesTable {
  id: Generated<number>;
  repo_id: number;
  /** Derived from stage, suite and name. */
  key: string;
  stage: string;
  suite: string;
  name: string;
  file: string;
  /** Number of the last build that had the test, or of one shortly before. */
  seen_in: number;
}

/** Test counts of a step. Its results are in `test_blocks`. */
interface TestResultsTable {
  step_id: number;
  repo_id: number;
  build_id: number;
  passed: number;
  /** Number of failed tests, including errors. */
  failed: number;
  skipped: number;
}

/** Test results of one report of a step, or of several merged reports. */
interface TestBlocksTable {
  id: Generated<number>;
  step_id: number;
  build_id: number;
  /** Number of times that its reports were merged. */
  level: number;
  /** Compressed with zstd; `test-entries.ts` describes the content. */
  entries: Uint8Array;
}

/** Files from which the test results of a step were read. */
interface TestReportsTable {
  step_id: number;
  /** Number of the report in its step, from 1. */
  number: number;
  path: string;
  /** Reason why the report is incomplete; empty if it is complete. */
  problem: string;
}

/** Details of failed tests. */
interface TestFailuresTable {
  step_id: number;
  report: number;
  test_id: number;
  type: string;
  message: string;
  /** JSON with details and output, compressed with zstd. */
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
