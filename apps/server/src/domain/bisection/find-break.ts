/** Result of a step in a build. */
export interface StepResult {
  build: number;
  commit: string;
  hasFailed: boolean;
}

/** The last build in which a step passed, the first one in which it failed, and the number of failures since. */
export interface StepBreak {
  good: StepResult;
  bad: StepResult;
  failures: number;
}

/**
 * Finds the builds between which a step began to fail. Undefined if it never passed.
 *
 * @param results of the step in a failed build and in earlier ones, newest first
 */
export function findBreak(results: readonly StepResult[]): StepBreak | undefined {
  const failures = results.findIndex(({ hasFailed }) => !hasFailed);
  const good = results[failures];
  const bad = results[failures - 1];
  return good && bad && { good, bad, failures };
}
