import type { Build } from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';

/** Commits of forks, whose authors may be strangers, are not deployed, and their environments are not kept. */
export function isOfFork({ namespace, name }: RepoName, { source_repo: source }: Build): boolean {
  return source !== '' && source !== `${namespace}/${name}`;
}
