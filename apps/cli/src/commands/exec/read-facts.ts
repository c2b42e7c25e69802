import { StartError } from '@millrace/node-kit/start-error';
import type { BuildFacts } from '../plan/build-facts.ts';
import { readBuildFacts } from '../plan/read-build-facts.ts';
import type { WorkingTree } from './working-tree.ts';

/**
 * Returns the properties of the build: those of the working tree, replaced by those of a JSON file and of
 * options. By default, it is a push of the last commit with the uncommitted changes.
 */
export function readFacts(
  tree: WorkingTree,
  file: { text: string; prefix: string },
  options: Record<string, unknown>,
): BuildFacts {
  // Checks the file alone first, so that its errors name it.
  readBuildFacts(file.text, file.prefix);
  const given: Record<string, unknown> = { ...JSON.parse(file.text), ...options };
  const { event = 'push', ref } = given;
  if (event === 'tag' && ref === undefined && tree.tag === '') {
    throw new StartError('The commit has no tag: set --ref refs/tags/NAME.');
  }
  return readBuildFacts(JSON.stringify({ ...factsOf(tree, event, ref), ...given }));
}

function factsOf(tree: WorkingTree, event: unknown, ref: unknown): Record<string, unknown> {
  const { commit, before, defaultBranch, remote, branch } = tree;
  return {
    ...(commit ? { after: commit } : {}),
    before,
    defaultBranch,
    ...(remote.slug ? { repo: remote.slug } : {}),
    ...(event === 'pull_request' ? { branch: defaultBranch, source: branch } : {}),
    // A ref that the user names may be that of another branch.
    ...(event !== 'pull_request' && ref === undefined ? { branch } : {}),
    ...(event === 'tag' && ref === undefined ? { ref: `refs/tags/${tree.tag}` } : {}),
    ...withFiles(changedFilesOf(tree, event)),
  };
}

/** Only these events compare two commits. */
function changedFilesOf(tree: WorkingTree, event: unknown): string[] | undefined {
  if (event === 'tag') return tree.filesSinceTag;
  return event === 'push' || event === 'pull_request' ? tree.changedFiles : undefined;
}

function withFiles(changedFiles: string[] | undefined) {
  return changedFiles ? { changedFiles } : {};
}
