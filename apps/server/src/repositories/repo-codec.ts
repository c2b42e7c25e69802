import { codec, flag } from '../db/codec.ts';
import type { RepoRow } from '../db/tables.ts';
import type { Repo } from '../domain/repo.ts';

export const repoCodec = codec<RepoRow, Repo>({
  id: 'id',
  uid: 'uid',
  ownerId: 'user_id',
  namespace: 'namespace',
  name: 'name',
  slug: 'slug',
  forge: 'forge',
  isForgePrivate: flag('forge_private'),
  defaultBranch: 'default_branch',
  visibility: 'visibility',
  active: flag('active'),
  configPath: 'config_path',
  configFolder: 'config_folder',
  trusted: flag('trusted'),
  protected: flag('protected'),
  ignoreForks: flag('ignore_forks'),
  ignorePullRequests: flag('ignore_pull_requests'),
  autoCancelPullRequests: flag('auto_cancel_pull_requests'),
  autoCancelPushes: flag('auto_cancel_pushes'),
  autoCancelRunning: flag('auto_cancel_running'),
  timeout: 'timeout',
  throttle: 'throttle',
  hasTests: flag('has_tests'),
  counter: 'counter',
  synced: 'synced',
  created: 'created',
  updated: 'updated',
  version: 'version',
});
