import type { Build, Permissions, Repo as RepoJson } from '@millrace/contract/api';
import type { Repo } from '../domain/repo.ts';
import type { Forge, ForgeRepo } from '../forges/forge.ts';

export function toRepoJson(
  repo: Repo,
  forge: Pick<Forge, 'cloneUrl' | 'sshUrl' | 'repoUrl'>,
  parts: { build?: Build | undefined; permissions?: Permissions } = {},
): RepoJson {
  return {
    id: repo.id,
    uid: repo.uid,
    user_id: repo.ownerId,
    namespace: repo.namespace,
    name: repo.name,
    slug: repo.slug,
    scm: 'git',
    git_http_url: forge.cloneUrl(repo),
    git_ssh_url: forge.sshUrl(repo),
    link: forge.repoUrl(repo),
    default_branch: repo.defaultBranch,
    private: repo.forge === 'builtin' ? repo.visibility === 'private' : repo.isForgePrivate,
    visibility: repo.visibility,
    active: repo.active,
    config_path: repo.configPath,
    config_folder: repo.configFolder,
    trusted: repo.trusted,
    protected: repo.protected,
    ignore_forks: repo.ignoreForks,
    ignore_pull_requests: repo.ignorePullRequests,
    auto_cancel_pull_requests: repo.autoCancelPullRequests,
    auto_cancel_pushes: repo.autoCancelPushes,
    auto_cancel_running: repo.autoCancelRunning,
    timeout: repo.timeout,
    ...(repo.throttle ? { throttle: repo.throttle } : {}),
    ...(repo.hasTests ? { has_tests: true } : {}),
    counter: repo.counter,
    synced: repo.synced,
    created: repo.created,
    updated: repo.updated,
    version: repo.version,
    archived: false,
    ...(parts.build ? { build: parts.build } : {}),
    ...(parts.permissions ? { permissions: parts.permissions } : {}),
  };
}

export function toForgeRepo(repo: Repo, permissions: Permissions): ForgeRepo {
  return {
    uid: repo.uid,
    namespace: repo.namespace,
    name: repo.name,
    defaultBranch: repo.defaultBranch,
    isPrivate: repo.isForgePrivate,
    permissions,
  };
}
