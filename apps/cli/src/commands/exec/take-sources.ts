import { join } from 'node:path';
import { printableFileName } from '@millrace/node-kit/file-names';
import type { StageSettings } from '@millrace/runner/stage-settings';
import { copyFolder, copyTree } from './copy-tree.ts';
import { git } from './git.ts';
import { shareRepository, type WorkingTree } from './working-tree.ts';

/** Copies the working tree, because the user may change it while the steps run. */
export async function takeSources(
  tree: WorkingTree,
  ref: string,
  folder: string,
  note: (line: string) => void,
): Promise<NonNullable<StageSettings['sources']>> {
  const files = join(folder, 'files');
  const copy = tree.isRepository ? copyTree : copyFolder;
  for (const path of await copy(tree.root, files)) {
    note(`${printableFileName(path)} is not copied, because it is neither a file nor a link`);
  }
  if (tree.commit === '') return { files, repository: undefined };
  const repository = join(folder, 'repository.git');
  await shareRepository(tree, repository);
  await git(repository, 'update-ref', ref, tree.commit);
  return { files, repository };
}
