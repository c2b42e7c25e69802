import type { Permissions } from '@millrace/contract/api';
import type { Db } from '../../db/database.ts';
import { takeTurn } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { permissionsOfRole, roleOf } from '../../domain/permissions.ts';
import type { Repo } from '../../domain/repo.ts';
import type { ForgeEvent, ForgeRepo } from '../../forges/forge.ts';
import { newRepo } from '../../repositories/new-repo.ts';
import { repoCodec } from '../../repositories/repo-codec.ts';
import { RepoStore, toPermissions } from '../../repositories/repo-store.ts';
import type { AccessChange } from '../../shared/bus.ts';
import { NamespaceClaims } from './namespace-claims.ts';

/** Data of a repository from a forge. Missing fields stay unchanged. */
type ForgeFacts = Omit<ForgeEvent['repo'], 'uid'>;

/** Maximum number of ids in one query. */
const chunkSize = 500;

/** Stores repositories and permissions as the forge has them. */
export class RepoSyncStore {
  private readonly db: Db;
  private readonly onAccessChange: (change: AccessChange) => void;
  private readonly onRenamed: (repo: Repo) => Promise<void>;

  /** @param onRenamed receives a renamed repository as it was before */
  constructor(
    db: Db,
    onAccessChange: (change: AccessChange) => void = () => {},
    onRenamed: (repo: Repo) => Promise<void> = async () => {},
  ) {
    this.db = db;
    this.onAccessChange = onAccessChange;
    this.onRenamed = onRenamed;
  }

  async findByUid(forge: string, uid: string): Promise<Repo | undefined> {
    return (await this.listByUid(forge, [uid])).get(uid);
  }

  /** Replaces the permissions of an account by those at the forge. Writes only differences. */
  async replaceGrants(
    userId: number,
    found: readonly ForgeRepo[],
    forge: string,
    nowSec: number,
  ): Promise<void> {
    const renamed: Repo[] = [];
    const hasChanged = await inTransaction(this.db, async (trx) => {
      await takeTurn(trx, 'grants');
      renamed.length = 0;
      const store = new RepoSyncStore(trx, undefined, async (repo) => {
        renamed.push(repo);
      });
      const known = await store.listByUid(
        forge,
        found.map(({ uid }) => uid),
      );
      const granted = await store.listGrants(userId, forge);
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
      await store.revoke(userId, [...granted.keys()]);
      return changes + granted.size > 0;
    });
    if (hasChanged) this.onAccessChange({ userId });
    for (const repo of renamed) await this.onRenamed(repo);
  }

  /**
   * Updates name, default branch and visibility. Another repository with the same name is renamed. The
   * visibility changes only if it changed at the forge.
   */
  async refresh(repo: Repo, facts: ForgeFacts, nowSec: number): Promise<Repo> {
    const { namespace, name } = facts;
    const { defaultBranch = repo.defaultBranch, isPrivate = repo.isForgePrivate } = facts;
    const isRenamed = namespace !== repo.namespace || name !== repo.name;
    const isOtherVisibility = isPrivate !== repo.isForgePrivate;
    if (!isRenamed && !isOtherVisibility && defaultBranch === repo.defaultBranch) return repo;
    if (isRenamed) await this.claimNamespaces(repo.forge, [facts]);
    const renamed = isRenamed && (await this.clearPlace(namespace, name));
    const updated = await new RepoStore(this.db, this.onAccessChange).update(repo.id, {
      defaultBranch,
      ...(isRenamed ? { namespace, name, slug: `${namespace}/${name}` } : {}),
      ...(isOtherVisibility ? visibilityOf(isPrivate) : {}),
      updated: nowSec,
    });
    if (renamed) await this.onRenamed(renamed);
    return updated;
  }

  /** Removes all permissions: only system admins can still see the repository and its builds. */
  async deactivate(repo: Repo, nowSec: number): Promise<void> {
    await this.db.deleteFrom('repo_permissions').where('repo_id', '=', repo.id).execute();
    await new RepoStore(this.db, this.onAccessChange).update(repo.id, {
      active: false,
      visibility: 'private',
      updated: nowSec,
    });
    await this.setMissing(repo.id, 0);
    this.onAccessChange({ repoId: repo.id });
  }

  /**
   * Stores since when the forge has shown the repository to no account (0: it shows it). Returns false if this
   * was already stored.
   */
  async setMissing(repoId: number, sinceSec: number): Promise<boolean> {
    const noted = await this.db
      .updateTable('repos')
      .set({ missing: sinceSec })
      .where('id', '=', repoId)
      .where('missing', sinceSec ? '=' : '>', 0)
      .executeTakeFirst();
    return noted.numUpdatedRows > 0n;
  }

  /** Lists active repositories whose last check is not later, oldest first, with their owners. */
  async listDue(forge: string, olderThanSec: number, limit: number) {
    return this.db
      .selectFrom('repos')
      .select(['id', 'user_id as ownerId'])
      .where('active', '=', 1)
      .where('forge', '=', forge)
      .where('checked', '<=', olderThanSec)
      .orderBy('checked')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async countActive(forge: string): Promise<number> {
    const row = await this.db
      .selectFrom('repos')
      .select((all) => all.fn.countAll<number>().as('count'))
      .where('active', '=', 1)
      .where('forge', '=', forge)
      .executeTakeFirstOrThrow();
    return row.count;
  }

  async setChecked(repoId: number, checked: number): Promise<void> {
    await this.db.updateTable('repos').set({ checked }).where('id', '=', repoId).execute();
  }

  private async claimNamespaces(forge: string, found: readonly ForgeFacts[]): Promise<void> {
    const owners = new Map(found.map(({ namespace, ownerUid }) => [namespace, ownerUid]));
    const claims = new NamespaceClaims(this.db, forge);
    for (const [namespace, uid] of owners) if (uid) await claims.claim(namespace, uid);
  }

  private async add(ownerId: number, found: ForgeRepo, forge: string, nowSec: number) {
    const { uid, namespace, name, isPrivate } = found;
    const renamed = await this.clearPlace(namespace, name);
    const fresh = newRepo({ uid, namespace, name, ownerId, forge, active: false }, nowSec);
    const repos = new RepoStore(this.db);
    const { defaultBranch = fresh.defaultBranch } = found;
    const added = await repos.insert({ ...fresh, defaultBranch, ...visibilityOf(isPrivate) });
    if (renamed) await this.onRenamed(renamed);
    return added;
  }

  /** Renames another repository that still has this name, which it no longer has at the forge. */
  private async clearPlace(namespace: string, name: string): Promise<Repo | undefined> {
    const repos = new RepoStore(this.db, this.onAccessChange);
    const old = await repos.findBySlug(`${namespace}/${name}`);
    if (!old) return undefined;
    const aside = `${name}.gone-${old.id}`;
    await repos.update(old.id, { name: aside, slug: `${namespace}/${aside}` });
    return old;
  }

  private async listByUid(forge: string, uids: string[]): Promise<Map<string, Repo>> {
    const found = new Map<string, Repo>();
    for (let at = 0; at < uids.length; at += chunkSize) {
      const rows = await this.db
        .selectFrom('repos')
        .selectAll()
        .where('forge', '=', forge)
        .where('uid', 'in', uids.slice(at, at + chunkSize))
        .execute();
      for (const row of rows) found.set(row.uid, repoCodec.read(row));
    }
    return found;
  }

  private async listGrants(userId: number, forge: string): Promise<Map<number, Permissions>> {
    const rows = await this.db
      .selectFrom('repo_permissions')
      .innerJoin('repos', 'repos.id', 'repo_permissions.repo_id')
      .select(['repo_id', 'read', 'write', 'admin'])
      .where('repo_permissions.user_id', '=', userId)
      .where('repos.forge', '=', forge)
      .execute();
    return new Map(rows.map((row) => [row.repo_id, toPermissions(row)]));
  }

  private async revoke(userId: number, repoIds: number[]): Promise<void> {
    for (let at = 0; at < repoIds.length; at += chunkSize) {
      await this.db
        .deleteFrom('repo_permissions')
        .where('user_id', '=', userId)
        .where('repo_id', 'in', repoIds.slice(at, at + chunkSize))
        .execute();
    }
  }
}

function isSame(one: Permissions, other: Permissions): boolean {
  return one.read === other.read && one.write === other.write && one.admin === other.admin;
}

function visibilityOf(isPrivate: boolean): Pick<Repo, 'visibility' | 'isForgePrivate'> {
  return { visibility: isPrivate ? 'private' : 'public', isForgePrivate: isPrivate };
}
