import type { TestStatus } from '@millrace/contract/vocabulary';

/** Texts of a failed test. Long ones are cut. */
export interface FailureTexts {
  type: string;
  message: string;
  /** Usually the stack trace. */
  details: string;
  output: string;
}

export interface ReportedTest {
  /** Identifies the test in all builds. */
  key: string;
  suite: string;
  name: string;
  file: string;
  status: TestStatus;
  ms: number;
  /** The test failed first, and passed when it ran again. */
  wasRerun: boolean;
  /** Set if the test failed, even if it passed later. */
  texts?: FailureTexts;
}

export interface TestReport {
  tests: ReportedTest[];
  /** Reason why part of the file is missing, shown to viewers; empty if it is complete. */
  problem: string;
}

export const reportLimits = {
  bytes: 20_000_000,
  /** Tests of one build. */
  tests: 100_000,
  /** Failed tests of one file whose texts are stored. */
  texts: 2_000,
  /** Attributes of one element. Without a limit, the thread could use up the server's memory. */
  attributes: 100,
  /** Characters of one attribute. */
  attribute: 1024 * 1024,
  depth: 100,
  /** Limits in characters. */
  name: 1_000,
  message: 8 * 1024,
  output: 64 * 1024,
  /** Total limit for the output of test suites, copied to each of their tests without output of its own. */
  sharedOutput: 4 * 1024 * 1024,
} as const;
