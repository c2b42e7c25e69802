import { StartError } from '@millrace/node-kit/start-error';
import { readWorkingTree } from './exec/working-tree.ts';

/** Splits the name of a repository, by default that of the git remote of the current folder. */
export async function readSlug(
  option: string | undefined,
): Promise<{ namespace: string; name: string }> {
  const slug = option ?? (await readWorkingTree(process.cwd())).remote.slug;
  const [, namespace, name] = /^([^/\s]+)\/([^/\s]+)$/.exec(slug ?? '') ?? [];
  if (namespace !== undefined && name !== undefined) return { namespace, name };
  throw new StartError('Name the repository: --repo NAMESPACE/NAME.');
}
