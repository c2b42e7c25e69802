import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChange } from '../forge.ts';
import { git } from './git.ts';

export interface CommitAuthor {
  name: string;
  email: string;
}

/**
 * Adds a commit with one changed file to `change.base`, without a branch. Returns its hash; null if git
 * refuses the path.
 */
export async function writeCommit(
  repository: string,
  { name, email }: CommitAuthor,
  { base, path, text, message }: FileChange,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-index-'));
  const env = {
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  const run = async (args: string[], input = '') =>
    (await git(repository, args, { env, input }))?.trim() ?? null;
  try {
    const blob = await run(['hash-object', '-w', '--stdin'], text);
    const entry = await run(['ls-tree', '--end-of-options', base, '--', path]);
    const mode = entry?.startsWith('100755 ') ? '100755' : '100644';
    if ((await run(['read-tree', '--end-of-options', base])) === null) return null;
    const cacheInfo = `${mode},${blob},${path}`;
    if ((await run(['update-index', '--add', '--cacheinfo', cacheInfo])) === null) return null;
    const tree = await run(['write-tree']);
    if (tree === null) return null;
    return await run(['commit-tree', tree, '-p', base, '-F', '-'], message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Points a branch at a commit with a push inside the repository, whose hook records it like every other push.
 * `before` is the hash that the branch must have; empty if it must not exist. Returns whether it was moved.
 */
export async function pushCommit(
  repository: string,
  pusher: string,
  { ref, before, after }: { ref: string; before: string; after: string },
): Promise<boolean> {
  const args = ['push', '--quiet', `--force-with-lease=${ref}:${before}`, '.', `${after}:${ref}`];
  return (await git(repository, args, { env: { MILLRACE_SENDER: pusher } })) !== null;
}
