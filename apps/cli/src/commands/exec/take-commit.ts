import { join } from 'node:path';
import type { Replay } from '@millrace/contract/api';
import { StartError } from '@millrace/node-kit/start-error';
import type { StageSettings } from '@millrace/runner/stage-settings';
import { git, tryGit } from './git.ts';
import { shareRepository, type WorkingTree } from './working-tree.ts';

/** Writes a repository with the commit of a build: from this one, or from its remote. */
export async function takeCommit(
  tree: WorkingTree,
  { build, repository }: Replay,
  folder: string,
): Promise<NonNullable<StageSettings['sources']>> {
  const bareRepo = join(folder, 'repository.git');
  if (tree.isRepository) await shareRepository(tree, bareRepo);
  else await git(tree.root, 'init', '--quiet', '--bare', bareRepo);
  const hasCommit = async () =>
    (await tryGit(bareRepo, 'cat-file', '-e', `${build.after}^{commit}`)) !== undefined;
  if (!(await hasCommit())) {
    const remote = tree.remoteUrl ?? repository.git_http_url;
    await tryGit(bareRepo, 'fetch', '--quiet', remote, build.ref);
    if (!(await hasCommit())) {
      throw new StartError(
        `The commit ${build.after} is neither in ${tree.root} nor in ${build.ref} of its remote.`,
      );
    }
  }
  await git(bareRepo, 'update-ref', build.ref, build.after);
  return { repository: bareRepo, files: undefined };
}
