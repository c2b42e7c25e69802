import type { Repo } from '@millrace/contract/api';

/** Returns the default branch of a repository. Servers that have not synced it yet know none; theirs is `master`. */
export function defaultBranchOf({ default_branch: branch }: Pick<Repo, 'default_branch'>): string {
  return branch || 'master';
}
