/** Result of an earlier build, or of a step in an earlier build. */
export interface EarlierRun {
  /** Number of the build. */
  build: number;
  hasFailed: boolean;
}

export interface FailureHistory {
  /** Number of the first build in the current series of failures. */
  since: number;
  /** Number of builds since then; 0 if no earlier build failed. */
  buildsAgo: number;
}

/**
 * Returns the build since which something has been failing.
 *
 * @param runs in earlier builds, newest first
 */
export function failsSince(build: number, runs: readonly EarlierRun[]): FailureHistory {
  const end = runs.findIndex(({ hasFailed }) => !hasFailed);
  const row = end === -1 ? runs : runs.slice(0, end);
  return { since: row.at(-1)?.build ?? build, buildsAgo: row.length };
}

/** Counts failures in recent builds, and the builds in which the step ran. */
export function countFailures(runs: readonly EarlierRun[]): { failed: number; of: number } {
  return { failed: runs.filter(({ hasFailed }) => hasFailed).length, of: runs.length };
}
