import { unknownFork } from '@millrace/build-host/builds/is-of-fork';
import type { Forge, ForgeRepoRef } from './forge.ts';

/** Returns the repository that contains the commits of a pull request from `sourceRepo`. */
export function homeOfCommits(
  { lacksPullRefs }: Pick<Forge, 'lacksPullRefs'>,
  repo: ForgeRepoRef,
  sourceRepo = '',
): ForgeRepoRef {
  const slug = `${repo.namespace}/${repo.name}`;
  if (!lacksPullRefs || ['', slug, unknownFork(slug)].includes(sourceRepo)) return repo;
  const [namespace = '', name = ''] = sourceRepo.split('/');
  return { ...repo, uid: '', namespace, name };
}
