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
