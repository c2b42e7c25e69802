import { StartError } from '@millrace/node-kit/start-error';
import { readWorkingTree, type WorkingTree } from '../commands/exec/working-tree.ts';

/** Returns the repository of the git remote of a working tree; undefined if there is no remote. */
export function remoteSlug({ remote, remoteUrl }: WorkingTree): string | undefined {
  return remoteUrl === undefined ? undefined : remote.slug;
}

/** Returns the repository of the git remote of the current folder; undefined if there is no remote. */
export async function findRemoteSlug(): Promise<string | undefined> {
  return remoteSlug(await readWorkingTree(process.cwd()));
}

/** Splits the name of a repository, by default that of the git remote of the current folder. */
export async function readSlug(
  option: string | undefined,
): Promise<{ namespace: string; name: string }> {
  const slug = option ?? (await findRemoteSlug());
  const [, namespace, name] = /^([^/\s]+)\/([^/\s]+)$/.exec(slug ?? '') ?? [];
  if (namespace !== undefined && name !== undefined) return { namespace, name };
  if (option) throw new StartError(`The repository must be NAMESPACE/NAME, not "${option}".`);
  throw new StartError('Name the repository: --repo NAMESPACE/NAME.');
}
