import { join } from 'node:path';
import type { StageSettings } from '@millrace/runner/stage-settings';
import { copyFolder, copyTree } from './copy-tree.ts';
import { git } from './git.ts';
import { shareRepository, type WorkingTree } from './working-tree.ts';

/** Copies the working tree, because the user may change it while the steps run. */
export async function takeSources(
  tree: WorkingTree,
  ref: string,
  folder: string,
): Promise<NonNullable<StageSettings['sources']>> {
  const files = join(folder, 'files');
  if (tree.isRepository) await copyTree(tree.root, files);
  else await copyFolder(tree.root, files);
  if (tree.commit === '') return { files, repository: undefined };
  const repository = join(folder, 'repository.git');
  await shareRepository(tree, repository);
  await git(repository, 'update-ref', ref, tree.commit);
  return { files, repository };
}
