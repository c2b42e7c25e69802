import type { Permissions } from '@millrace/contract/api';
import type { Db } from '../db/database.ts';
import { permissionsIn, type ViewerKind } from '../domain/permissions.ts';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';
import type { RepoAccess } from '../http/authority.ts';
import { repoCodec } from './repo-codec.ts';
import { toPermissions } from './repo-store.ts';

/** Reads repositories with the permissions of a viewer. */
export class RepoAccessStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(viewer: User | null, slug: string): Promise<RepoAccess | null> {
    const repo = await this.db
      .selectFrom('repos')
      .selectAll()
      .where('slug', '=', slug)
      .executeTakeFirst();
    return repo ? this.accessTo(repoCodec.read(repo), viewer) : null;
  }

  async accessTo(repo: Repo, viewer: User | null): Promise<RepoAccess> {
    const granted = viewer && (await this.findGrant(viewer.id, repo.id));
    const permissions = permissionsIn(repo.visibility, kindOf(viewer), granted ?? undefined);
    return { repo, permissions };
  }

  /**
   * Returns a function that reports whether a viewer, given by id, or a guest may read the repository at this
   * moment.
   */
  async findReaders(repo: Repo): Promise<(viewerId: number | null) => boolean> {
    const active = this.db.selectFrom('users').select('users.id').where('active', '=', 1);
    const accounts = await active
      .where('admin', '=', 1)
      .union(
        active
          .innerJoin('repo_permissions', 'repo_permissions.user_id', 'users.id')
          .where('repo_permissions.repo_id', '=', repo.id)
          .where('repo_permissions.read', '=', 1),
      )
      .execute();
    const known = new Set(accounts.map(({ id }) => id));
    const mayGuest = permissionsIn(repo.visibility, 'guest', undefined).read;
    const mayAccount = permissionsIn(repo.visibility, 'account', undefined).read;
    return (viewerId) => (viewerId === null ? mayGuest : mayAccount || known.has(viewerId));
  }

  private async findGrant(userId: number, repoId: number): Promise<Permissions | undefined> {
    const row = await this.db
      .selectFrom('repo_permissions')
      .select(['read', 'write', 'admin'])
      .where('user_id', '=', userId)
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row && toPermissions(row);
  }
}

function kindOf(viewer: User | null): ViewerKind {
  if (!viewer) return 'guest';
  return viewer.admin ? 'admin' : 'account';
}
