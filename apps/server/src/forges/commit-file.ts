import { AppError, conflict } from '@millrace/contract/api-errors';
import { branchRef } from '@millrace/pipeline/git-ref';
import type { FileChange, ForgeCommit } from './forge.ts';

/** Calls of one account about one repository. */
interface Calls {
  findCommit(revision: string): Promise<Pick<ForgeCommit, 'sha'> | null>;
  readFile(sha: string, path: string): Promise<string | null>;
  /** Adds a commit to `change.base`. Returns its hash. */
  commit(change: FileChange): Promise<string>;
}

/**
 * Commits a file, unless another commit has changed it since it was read. Changes of other files do not
 * matter: the commit is added to the newest one of the branch.
 */
export async function commitFile(calls: Calls, change: FileChange): Promise<string> {
  const base = await findParent(calls, change);
  try {
    return await calls.commit({ ...change, base });
  } catch (error) {
    // Another commit may have arrived since the check. Each forge names that differently.
    if (error instanceof AppError && error.status < 500) await findParent(calls, change);
    throw error;
  }
}

export const fileChanged = ({ path, branch }: Pick<FileChange, 'path' | 'branch'>) =>
  conflict(`Another commit has changed ${path} on ${branch} since it was read`);

async function findParent(calls: Calls, change: FileChange): Promise<string> {
  const { base, branch, newBranch, path } = change;
  if (newBranch) {
    if (!(await calls.findCommit(branchRef(newBranch)))) return base;
    throw conflict(`There is already a branch ${newBranch}`, 'already_exists');
  }
  const head = await calls.findCommit(branchRef(branch));
  if (!head) throw conflict(`There is no branch ${branch}`);
  if (head.sha === base) return base;
  const [before, now] = await Promise.all([
    calls.readFile(base, path),
    calls.readFile(head.sha, path),
  ]);
  if (before !== now) throw fileChanged(change);
  return head.sha;
}
