/** Validation errors about one form field. Clients show them at that field. */
export const fieldMessages = {
  noBranch: (branch: string) => `There is no branch ${branch}`,
  noCommit: (commit: string) => `There is no commit ${commit}`,
  noEnvironment: 'Missing target environment',
} as const;
