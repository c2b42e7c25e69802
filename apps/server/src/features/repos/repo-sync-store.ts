import type { Permissions } from '@millrace/contract/api';
import { matchGlob } from '@millrace/pipeline';
import type { NewRepoSettings } from '../../config/new-repo-settings.ts';
import type { Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import type { ObserveChange } from '../../db/observe-change.ts';
import { inTransaction } from '../../db/transaction.ts';
import { permissionsOfRole, roleOf } from '../../domain/permissions.ts';
import type { Repo } from '../../domain/repo.ts';
import type { ForgeEvent, ForgeRepo } from '../../forges/forge.ts';
import { ForgeReposStore } from '../../repositories/forge-repos-store.ts';
import { newRepo } from '../../repositories/new-repo.ts';
import { RepoStore } from '../../repositories/repo-store.ts';
import type { AccessChange } from '../../shared/bus.ts';
import { type MoveData, NamespaceClaims } from './namespace-claims.ts';

/** Data of a repository from a forge. Missing fields stay unchanged. */
type ForgeFacts = Omit<ForgeEvent['repo'], 'uid'>;

interface Deps {
  onAccessChange: (change: AccessChange) => void;
  /** Undefined if nothing records the changes of repositories. */
  observeRepo: ObserveChange<Repo> | undefined;
  /** Called with a renamed repository as it was before the change. */
  onRenamed: (repo: Repo) => Promise<void>;
  moveData: MoveData;
  /** Settings of repositories that are new. */
  newRepos: NewRepoSettings;
}

/** Stores repositories and permissions from the forge. */
export class RepoSyncStore {
  private readonly db: Db;
  private readonly deps: Deps;

  constructor(db: Db, deps: Deps) {
    this.db = db;
    this.deps = deps;
  }

  async findByUid(forge: string, uid: string): Promise<Repo | undefined> {
    return (await this.known().listByUid(forge, [uid])).get(uid);
  }

  /**
   * Replaces the permissions of an account with those at the forge. Writes only differences. New repositories are
   * stored if the filter accepts them.
   */
  async replaceGrants(
    userId: number,
    listed: readonly ForgeRepo[],
    forge: string,
    nowSec: number,
  ): Promise<void> {
    const renamed: Repo[] = [];
    const hasChanged = await inTransaction(this.db, async (trx) => {
      await acquireLock(trx, 'grants');
      renamed.length = 0;
      const store = new RepoSyncStore(trx, {
        ...this.deps,
        onAccessChange: () => {},
        onRenamed: async (repo) => void renamed.push(repo),
      });
      const known = await store.known().listByUid(
        forge,
        listed.map(({ uid }) => uid),
      );
      const found = listed.filter((repo) => known.has(repo.uid) || this.isAccepted(repo));
      const granted = await store.known().listGrants(userId, forge);
      await store.claimNamespaces(forge, found);
      let changes = 0;
      for (const repo of found) {
        const row = known.get(repo.uid);
        const { id } = row
          ? await store.refresh(row, repo, nowSec)
          : await store.add(userId, repo, forge, nowSec);
        const before = granted.get(id);
        granted.delete(id);
        if (before && isSame(before, permissionsOfRole(roleOf(repo.permissions)))) continue;
        await new RepoStore(trx).grant(userId, id, roleOf(repo.permissions));
        changes++;
      }
      await store.known().revoke(userId, [...granted.keys()]);
      return changes + granted.size > 0;
    });
    if (hasChanged) this.deps.onAccessChange({ userId });
    for (const repo of renamed) await this.deps.onRenamed(repo);
  }

  /**
   * Updates name, default branch and visibility. Renames another repository that has the new name. The
   * visibility changes only if it changed at the forge.
   */
  async refresh(repo: Repo, facts: ForgeFacts, nowSec: number): Promise<Repo> {
    const { namespace, name } = facts;
    const { defaultBranch = repo.defaultBranch, isPrivate = repo.isForgePrivate } = facts;
    const isRenamed = namespace !== repo.namespace || name !== repo.name;
    const isOtherVisibility = isPrivate !== repo.isForgePrivate;
    if (!isRenamed && !isOtherVisibility && defaultBranch === repo.defaultBranch) return repo;
    if (isRenamed) await this.claimNamespaces(repo.forge, [facts]);
    const renamed = isRenamed && (await this.freeName(namespace, name, repo.id));
    const updated = await this.repos().update(repo.id, {
      defaultBranch,
      ...(isRenamed ? { namespace, name, slug: `${namespace}/${name}` } : {}),
      ...(isOtherVisibility ? this.visibilityOf(isPrivate) : {}),
      updated: nowSec,
    });
    if (renamed) await this.deps.onRenamed(renamed);
    return updated;
  }

  /** Removes all permissions: only system admins can still see the repository and its builds. */
  async deactivate(repo: Repo, nowSec: number): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      const known = new ForgeReposStore(trx);
      await known.revokeAll(repo.id);
      await new RepoStore(trx, undefined, this.deps.observeRepo).update(repo.id, {
        active: false,
        visibility: 'private',
        updated: nowSec,
      });
      await known.setMissing(repo.id, 0);
    });
    this.deps.onAccessChange({ repoId: repo.id });
  }

  private repos(): RepoStore {
    return new RepoStore(this.db, this.deps.onAccessChange, this.deps.observeRepo);
  }

  private known(): ForgeReposStore {
    return new ForgeReposStore(this.db);
  }

  private async claimNamespaces(forge: string, found: readonly ForgeFacts[]): Promise<void> {
    const owners = new Map(found.map(({ namespace, ownerUid }) => [namespace, ownerUid]));
    const claims = new NamespaceClaims(this.db, forge, this.deps.moveData);
    for (const [namespace, uid] of owners) if (uid) await claims.claim(namespace, uid);
  }

  private async add(ownerId: number, found: ForgeRepo, forge: string, nowSec: number) {
    const { uid, namespace, name, isPrivate } = found;
    const renamed = await this.freeName(namespace, name);
    const fresh = newRepo({ uid, namespace, name, ownerId, forge, active: false }, nowSec);
    const repos = this.repos();
    const { defaultBranch = fresh.defaultBranch } = found;
    const added = await repos.insert({
      ...fresh,
      defaultBranch,
      trusted: this.deps.newRepos.isTrusted,
      ...this.visibilityOf(isPrivate),
    });
    if (renamed) await this.deps.onRenamed(renamed);
    return added;
  }

  private isAccepted({ namespace, name }: ForgeRepo): boolean {
    const { filter } = this.deps.newRepos;
    const slug = `${namespace}/${name}`;
    return (
      filter.length === 0 ||
      filter.some((pattern) =>
        matchGlob(pattern, (pattern.includes('/') ? slug : namespace).toLowerCase()),
      )
    );
  }

  private visibilityOf(isForgePrivate: boolean): Pick<Repo, 'visibility' | 'isForgePrivate'> {
    const { visibility } = this.deps.newRepos;
    return { visibility: isForgePrivate ? 'private' : visibility, isForgePrivate };
  }

  /** Renames another repository that has this name. At the forge, the name no longer belongs to it. */
  private async freeName(namespace: string, name: string, ownId = 0): Promise<Repo | undefined> {
    const repos = this.repos();
    const old = await repos.findBySlug(`${namespace}/${name}`);
    if (!old || old.id === ownId) return undefined;
    const aside = `${name}.gone-${old.id}`;
    await repos.update(old.id, { name: aside, slug: `${old.namespace}/${aside}` });
    return old;
  }
}

function isSame(one: Permissions, other: Permissions): boolean {
  return one.read === other.read && one.write === other.write && one.admin === other.admin;
}
