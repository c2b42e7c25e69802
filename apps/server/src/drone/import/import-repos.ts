import { isDeepStrictEqual } from 'node:util';
import type { Permissions } from '@millrace/contract/api';
import { forgeName } from '@millrace/contract/schemas';
import { visibilities } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import type { Imports } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import { inTransaction } from '../../db/transaction.ts';
import { roleOf } from '../../domain/permissions.ts';
import type { Repo } from '../../domain/repo.ts';
import { toRepoName } from '../../forges/gitlab/full-path.ts';
import { HookStore } from '../../forges/remote/hook-store.ts';
import { ForgeReposStore } from '../../repositories/forge-repos-store.ts';
import { newRepo } from '../../repositories/new-repo.ts';
import { RepoStore } from '../../repositories/repo-store.ts';
import type { DroneReader } from './drone-reader.ts';
import { permRow, type RepoRow, repoRow } from './drone-rows.ts';
import type { ImportedAccount } from './import-accounts.ts';
import type { ImportReport } from './import-report.ts';

interface Deps {
  core: Pick<Core, 'db' | 'repos' | 'keys' | 'clock' | 'observers'>;
  imports: Partial<Imports>;
  forge: string;
  reader: DroneReader;
  report: ImportReport;
}

type Accounts = ReadonlyMap<number, ImportedAccount>;
type Grants = ReadonlyMap<string, { userId: number; permissions: Permissions }[]>;

const visibility = z.enum(visibilities);
/** Each may have permissions of every account. */
const reposAtOnce = 50;

/** Imports repositories, with their settings, keys and permissions. Returns them by their ids in Drone. */
export async function importRepos(deps: Deps, accounts: Accounts): Promise<Map<number, Repo>> {
  const imported = new Map<number, Repo>();
  for await (const rows of deps.reader.readAll('repos', 'repo_id', repoRow, reposAtOnce)) {
    const uids = rows.map(({ repo_uid }) => repo_uid);
    const grants = await readGrants(deps.reader, accounts, uids);
    const known = await new ForgeReposStore(deps.core.db).listByUid(deps.forge, uids);
    for (const row of rows) {
      const granted = grants.get(row.repo_uid) ?? [];
      const owner = accounts.get(row.repo_user_id)?.id ?? granted[0]?.userId;
      const repo = await importRepo(deps, row, owner, known.get(row.repo_uid));
      if (!repo) continue;
      imported.set(row.repo_id, repo);
      await grant(deps, repo, granted);
    }
  }
  return imported;
}

async function importRepo(
  deps: Deps,
  row: RepoRow,
  ownerId: number | undefined,
  known: Repo | undefined,
): Promise<Repo | undefined> {
  const { core, report } = deps;
  const { namespace, name } = toRepoName(row.repo_slug);
  const { error } = z
    .tuple([forgeName, forgeName, forgeName])
    .safeParse([namespace, name, row.repo_uid]);
  if (error) {
    const reason = error.issues[0]?.message ?? '';
    report.leaveOut('repositories', JSON.stringify(row.repo_slug), reason);
    return undefined;
  }
  if (!known && ownerId === undefined) {
    report.leaveOut('repositories', row.repo_slug, 'no account has access to it');
    return undefined;
  }
  if (!known && (await core.repos.findBySlug(`${namespace}/${name}`))) {
    report.leaveOut('repositories', row.repo_slug, 'another repository has its name');
    return undefined;
  }
  const repo = await inTransaction(core.db, async (trx) => {
    const repos = new RepoStore(trx, undefined, core.observers.repo);
    const stored = known
      ? await update(repos, known, row, ownerId)
      : await repos.insert(toRepo(row, { namespace, name }, ownerId ?? 0, deps));
    if (row.repo_signer) {
      await new HookStore(trx, core.keys.sealer).adopt(stored.id, row.repo_signer);
    }
    if (row.repo_secret) await deps.imports.repoKey?.(trx, stored.id, row.repo_secret);
    return stored;
  });
  report.count('repositories', repo !== known);
  return repo;
}

function toRepo(
  row: RepoRow,
  repoName: Pick<Repo, 'namespace' | 'name'>,
  ownerId: number,
  { core, forge }: Deps,
): Omit<Repo, 'id'> {
  const repo = { uid: row.repo_uid, ...repoName, ownerId, forge, active: row.repo_active };
  return {
    ...newRepo(repo, core.clock.nowSec()),
    ...settingsOf(row),
    counter: row.repo_counter,
    created: row.repo_created,
  };
}

/** An active repository keeps its settings, which may have been changed here since an earlier import. */
async function update(
  repos: RepoStore,
  known: Repo,
  row: RepoRow,
  ownerId = known.ownerId,
): Promise<Repo> {
  const next: Repo = {
    ...known,
    ...(known.active ? {} : { ...settingsOf(row), active: row.repo_active, ownerId }),
    counter: Math.max(known.counter, row.repo_counter),
  };
  return isDeepStrictEqual(next, known) ? known : await repos.update(known.id, next);
}

function settingsOf(row: RepoRow): Partial<Repo> {
  const fallback = row.repo_private ? 'private' : 'public';
  return {
    defaultBranch: row.repo_branch || 'main',
    visibility: visibility.safeParse(row.repo_visibility).data ?? fallback,
    isForgePrivate: row.repo_private,
    configPath: row.repo_config || '.drone.yml',
    trusted: row.repo_trusted,
    protected: row.repo_protected,
    ignoreForks: row.repo_no_forks,
    ignorePullRequests: row.repo_no_pulls,
    autoCancelPullRequests: row.repo_cancel_pulls,
    autoCancelPushes: row.repo_cancel_push,
    autoCancelRunning: row.repo_cancel_running,
    throttle: Math.max(0, row.repo_throttle),
    ...(row.repo_timeout > 0 ? { timeout: row.repo_timeout } : {}),
  };
}

async function readGrants(
  reader: DroneReader,
  accounts: Accounts,
  uids: readonly string[],
): Promise<Grants> {
  const rows = await reader.readWhere('perms', 'perm_repo_uid', uids, permRow);
  const grants = rows.flatMap((row) => {
    const userId = accounts.get(row.perm_user_id)?.id;
    if (userId === undefined || !row.perm_read) return [];
    const permissions = { read: true, write: row.perm_write, admin: row.perm_admin };
    return [{ uid: row.perm_repo_uid, userId, permissions }];
  });
  return Map.groupBy(grants, ({ uid }) => uid);
}

/** Grants permissions to accounts that have none yet. The next sync with the forge updates them. */
async function grant(
  { core, report }: Deps,
  repo: Repo,
  grants: readonly { userId: number; permissions: Permissions }[],
): Promise<void> {
  const known = new Set((await core.repos.listCollaborators(repo.id)).map(({ id }) => id));
  const missing = grants.filter(({ userId }) => !known.has(userId));
  report.know('permissions', grants.length - missing.length);
  if (missing.length === 0) return;
  await inTransaction(core.db, async (trx) => {
    const repos = new RepoStore(trx);
    for (const { userId, permissions } of missing) {
      await repos.grant(userId, repo.id, roleOf(permissions));
    }
  });
  report.add('permissions', missing.length);
}
