/** How something ended in an earlier build: a build, or a step that ran in it. */
export interface EarlierRun {
  /** The number of the build. */
  build: number;
  hasFailed: boolean;
}

export interface FailureHistory {
  /** The number of the first build of those in a row that fail now. */
  since: number;
  /** How many builds ago that was: 0 where nothing before failed. */
  buildsAgo: number;
}

/**
 * Since when something fails that failed in a build.
 *
 * @param runs of the builds before it, the newest first
 */
export function failsSince(build: number, runs: readonly EarlierRun[]): FailureHistory {
  const end = runs.findIndex(({ hasFailed }) => !hasFailed);
  const row = end === -1 ? runs : runs.slice(0, end);
  return { since: row.at(-1)?.build ?? build, buildsAgo: row.length };
}

/** How often it failed in the last builds, among those that it ran in. */
export function countFailures(runs: readonly EarlierRun[]): { failed: number; of: number } {
  return { failed: runs.filter(({ hasFailed }) => hasFailed).length, of: runs.length };
}
