/** Limits of bisections. */
export const bisectionLimits = {
  /** Commits between the last good build and the first bad one. */
  commits: 512,
  /** Runs after which a bisection ends without an answer. */
  runs: 60,
  /** Bisections of a repository that run at the same time. */
  running: 3,
  /** Bisections of a repository that are stored. The start of another one deletes the oldest. */
  stored: 200,
} as const;
