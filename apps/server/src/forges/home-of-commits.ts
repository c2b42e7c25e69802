import type { Forge, ForgeRepoRef } from './forge.ts';

/** Returns the repository that contains the commits of a pull request from `sourceRepo`. */
export function homeOfCommits(
  { lacksPullRefs }: Pick<Forge, 'lacksPullRefs'>,
  repo: ForgeRepoRef,
  sourceRepo = '',
): ForgeRepoRef {
  if (!lacksPullRefs || !sourceRepo || sourceRepo === `${repo.namespace}/${repo.name}`) return repo;
  const [namespace = '', name = ''] = sourceRepo.split('/');
  return { ...repo, uid: '', namespace, name };
}
