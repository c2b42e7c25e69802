import type { TestStatus } from '@millrace/contract/vocabulary';

/** Texts of a failed test, cut if they are long. */
export interface FailureTexts {
  type: string;
  message: string;
  /** Usually where in the code. */
  details: string;
  output: string;
}

export interface ReportedTest {
  /** The same for the same test in all builds. */
  key: string;
  suite: string;
  name: string;
  file: string;
  status: TestStatus;
  ms: number;
  /** It failed first, and passed when it ran again. */
  wasRerun: boolean;
  /** Of one that failed at any time. */
  texts?: FailureTexts;
}

export interface TestReport {
  tests: ReportedTest[];
  /** Reason why part of the file is missing, shown to viewers; empty if it is complete. */
  problem: string;
}

export const reportLimits = {
  bytes: 20_000_000,
  /** Tests of a build. */
  tests: 100_000,
  /** Tests of a file that keep what they said. */
  texts: 2_000,
  /** Of one element: a thread that has to hold too many takes the server with it. */
  attributes: 100,
  /** Characters of one of them. */
  attribute: 1024 * 1024,
  depth: 100,
  /** Characters. */
  name: 1_000,
  message: 8 * 1024,
  output: 64 * 1024,
  /** Total limit for the output of test suites, copied to each of their tests without output of its own. */
  sharedOutput: 4 * 1024 * 1024,
} as const;
