import type { RepoRow } from '../../db/tables.ts';
import { defaultTimeoutMinutes } from '../../domain/repo-settings.ts';

export interface NewRepo {
  uid: string;
  namespace: string;
  name: string;
  ownerId: number;
  forge: string;
  isActive: boolean;
  nowSec: number;
}

/** A repository as it is before anybody has changed its settings. */
export function newRepoRow(repo: NewRepo): Omit<RepoRow, 'id'> {
  return {
    uid: repo.uid,
    user_id: repo.ownerId,
    namespace: repo.namespace,
    name: repo.name,
    slug: `${repo.namespace}/${repo.name}`,
    forge: repo.forge,
    default_branch: 'main',
    visibility: 'private',
    active: repo.isActive ? 1 : 0,
    config_path: '.drone.yml',
    trusted: 0,
    protected: 0,
    ignore_forks: 0,
    ignore_pull_requests: 0,
    auto_cancel_pull_requests: 0,
    auto_cancel_pushes: 0,
    auto_cancel_running: 0,
    timeout: defaultTimeoutMinutes,
    throttle: 0,
    counter: 0,
    synced: repo.nowSec,
    created: repo.nowSec,
    updated: repo.nowSec,
    version: 1,
  };
}
