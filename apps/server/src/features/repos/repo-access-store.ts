import type { Db } from '../../db/database.ts';
import type { PermissionRow, RepoRow, UserRow } from '../../db/tables.ts';
import { permissionsIn, type ViewerKind } from '../../domain/permissions.ts';
import type { RepoAccess } from '../../http/authority.ts';

/** Repositories with what a viewer may do in them. */
export class RepoAccessStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(viewer: UserRow | null, slug: string): Promise<RepoAccess | null> {
    const repo = await this.db
      .selectFrom('repos')
      .selectAll()
      .where('slug', '=', slug)
      .executeTakeFirst();
    return repo ? this.accessTo(repo, viewer) : null;
  }

  async accessTo(repo: RepoRow, viewer: UserRow | null): Promise<RepoAccess> {
    const granted = viewer && (await this.findGrant(viewer.id, repo.id));
    const permissions = permissionsIn(
      repo.visibility,
      kindOf(viewer),
      granted
        ? { read: granted.read === 1, write: granted.write === 1, admin: granted.admin === 1 }
        : undefined,
    );
    return { repo, permissions };
  }

  /** Tells of any viewer, by id, or of a guest, whether they may read the repository now. */
  async findReaders(repo: RepoRow): Promise<(viewerId: number | null) => boolean> {
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

  private findGrant(userId: number, repoId: number): Promise<PermissionRow | undefined> {
    return this.db
      .selectFrom('repo_permissions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
  }
}

function kindOf(viewer: UserRow | null): ViewerKind {
  if (!viewer) return 'guest';
  return viewer.admin ? 'admin' : 'account';
}
