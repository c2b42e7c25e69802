import type { Repo } from '../domain/repo.ts';
import { defaultTimeoutMinutes } from '../domain/repo-settings.ts';

/** Returns a repository with the default settings. */
export function newRepo(
  repo: Pick<Repo, 'uid' | 'namespace' | 'name' | 'ownerId' | 'forge' | 'active'>,
  nowSec: number,
): Omit<Repo, 'id'> {
  return {
    ...repo,
    slug: `${repo.namespace}/${repo.name}`,
    defaultBranch: 'main',
    visibility: 'private',
    isForgePrivate: true,
    configPath: '.drone.yml',
    configFolder: '',
    trusted: false,
    protected: false,
    ignoreForks: false,
    ignorePullRequests: false,
    autoCancelPullRequests: false,
    autoCancelPushes: false,
    autoCancelRunning: false,
    timeout: defaultTimeoutMinutes,
    throttle: 0,
    hasTests: false,
    counter: 0,
    synced: nowSec,
    created: nowSec,
    updated: nowSec,
    version: 1,
  };
}
