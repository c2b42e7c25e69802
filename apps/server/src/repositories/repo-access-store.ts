import type { Permissions } from '@millrace/contract/api';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { whileUnchanged } from '../db/unchanged.ts';
import { permissionsIn, type ViewerKind } from '../domain/permissions.ts';
import type { Repo } from '../domain/repo.ts';
import { isValidFor, limitPermissions, type TokenLimits } from '../domain/token-limits.ts';
import type { Viewer } from '../domain/user.ts';
import type { RepoAccess } from '../http/authority.ts';
import { repoCodec } from './repo-codec.ts';
import { RepoStore, toPermissions } from './repo-store.ts';

/** Reads repositories with the permissions of a viewer. */
export class RepoAccessStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(viewer: Viewer | null, slug: string): Promise<RepoAccess | null> {
    const repo = await new RepoStore(this.db).findBySlug(slug);
    return repo ? this.accessTo(repo, viewer) : null;
  }

  async accessTo(repo: Repo, viewer: Viewer | null): Promise<RepoAccess> {
    const granted = viewer && (await this.findGrant(viewer.id, repo.id));
    return { repo, permissions: permit(repo, viewer, granted ?? undefined) };
  }

  /** Selects the repositories among these that a viewer may read. */
  async selectReadable(repoIds: readonly number[], viewer: Viewer | null): Promise<Repo[]> {
    const ids = [0, ...repoIds];
    const rows = await this.db.selectFrom('repos').selectAll().where('id', 'in', ids).execute();
    const granted = await this.db
      .selectFrom('repo_permissions')
      .select(['repo_id', 'read', 'write', 'admin'])
      .where('user_id', '=', viewer?.id ?? 0)
      .where('repo_id', 'in', ids)
      .execute();
    return rows.map(repoCodec.read).filter((repo) => {
      const row = granted.find(({ repo_id }) => repo_id === repo.id);
      return permit(repo, viewer, row && toPermissions(row)).read;
    });
  }

  /**
   * Returns a function that reports whether a viewer, given by id and the limits of its access token, or a guest may
   * read the repository at this moment.
   */
  async findReaders(
    repo: Repo,
  ): Promise<(viewerId: number | null, tokenLimits?: TokenLimits) => boolean> {
    const active = this.db.selectFrom('users').select('users.id').where('active', '=', 1);
    const accounts = await active
      .select(sql.lit(1).as('isAdmin'))
      .where('admin', '=', 1)
      .unionAll(
        active
          .select(sql.lit(0).as('isAdmin'))
          .innerJoin('repo_permissions', 'repo_permissions.user_id', 'users.id')
          .where('repo_permissions.repo_id', '=', repo.id)
          .where('repo_permissions.read', '=', 1),
      )
      .execute();
    const idsOf = (isAdmin: number) =>
      new Set(accounts.filter((row) => row.isAdmin === isAdmin).map(({ id }) => id));
    const admins = idsOf(1);
    const granted = idsOf(0);
    const mayGuest = permissionsIn(repo.visibility, 'guest', undefined).read;
    const mayAccount = permissionsIn(repo.visibility, 'account', undefined).read;
    return (viewerId, limits) => {
      if (viewerId === null) return mayGuest;
      if (limits && !isValidFor(limits, repo)) return false;
      const isAdmin = admins.has(viewerId) && (!limits || limits.scope === 'admin');
      return isAdmin || mayAccount || granted.has(viewerId);
    };
  }

  private async findGrant(userId: number, repoId: number): Promise<Permissions | undefined> {
    return whileUnchanged(this.db, `grant ${userId} ${repoId}`, async () => {
      const row = await this.db
        .selectFrom('repo_permissions')
        .select(['read', 'write', 'admin'])
        .where('user_id', '=', userId)
        .where('repo_id', '=', repoId)
        .executeTakeFirst();
      return row && toPermissions(row);
    });
  }
}

function permit(repo: Repo, viewer: Viewer | null, granted: Permissions | undefined): Permissions {
  const own = permissionsIn(repo.visibility, kindOf(viewer), granted);
  const limits = viewer?.tokenLimits;
  return limits ? limitPermissions(own, limits, repo) : own;
}

function kindOf(viewer: Viewer | null): ViewerKind {
  if (!viewer) return 'guest';
  return viewer.admin ? 'admin' : 'account';
}
