import type { Build, Permissions, Repo } from '@millrace/contract/api';
import type { PermissionRow, RepoRow } from '../../db/tables.ts';
import type { Forge, ForgeRepo } from '../../forges/forge.ts';

export function toRepoJson(
  row: RepoRow,
  forge: Pick<Forge, 'cloneUrl' | 'repoUrl'>,
  parts: { build?: Build | undefined; permissions?: Permissions } = {},
): Repo {
  return {
    id: row.id,
    uid: row.uid,
    user_id: row.user_id,
    namespace: row.namespace,
    name: row.name,
    slug: row.slug,
    scm: 'git',
    git_http_url: forge.cloneUrl(row),
    git_ssh_url: '',
    link: forge.repoUrl(row),
    default_branch: row.default_branch,
    private: row.visibility === 'private',
    visibility: row.visibility,
    active: row.active === 1,
    config_path: row.config_path,
    trusted: row.trusted === 1,
    protected: row.protected === 1,
    ignore_forks: row.ignore_forks === 1,
    ignore_pull_requests: row.ignore_pull_requests === 1,
    auto_cancel_pull_requests: row.auto_cancel_pull_requests === 1,
    auto_cancel_pushes: row.auto_cancel_pushes === 1,
    auto_cancel_running: row.auto_cancel_running === 1,
    timeout: row.timeout,
    ...(row.throttle ? { throttle: row.throttle } : {}),
    counter: row.counter,
    synced: row.synced,
    created: row.created,
    updated: row.updated,
    version: row.version,
    archived: false,
    ...(parts.build ? { build: parts.build } : {}),
    ...(parts.permissions ? { permissions: parts.permissions } : {}),
  };
}

export function toForgeRepo(
  row: RepoRow & Pick<PermissionRow, 'read' | 'write' | 'admin'>,
): ForgeRepo {
  return {
    uid: row.uid,
    namespace: row.namespace,
    name: row.name,
    defaultBranch: row.default_branch,
    isPrivate: row.visibility === 'private',
    permissions: { read: row.read === 1, write: row.write === 1, admin: row.admin === 1 },
  };
}
