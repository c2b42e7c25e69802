import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';

const allPermissions = { read: 1, write: 1, admin: 1 };

/** Changes the repositories of one namespace when its account is deleted or replaced. */
export class NamespaceReposStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(namespace: string): Promise<Pick<Repo, 'id' | 'name' | 'ownerId'>[]> {
    return this.db
      .selectFrom('repos')
      .select(['id', 'name', 'user_id as ownerId'])
      .where('namespace', '=', namespace)
      .orderBy('name')
      .execute();
  }

  /**
   * Moves the repositories of an account into the namespace of another account, and grants the new owner all
   * permissions.
   */
  async transfer(owner: User, successor: User, nowSec: number): Promise<void> {
    const namespace = successor.login;
    for (const { id, name, ownerId } of await this.list(owner.login)) {
      await this.db
        .updateTable('repos')
        .set({ namespace, slug: `${namespace}/${name}`, updated: nowSec })
        .set({ version: sql`version + 1`, user_id: ownerId === owner.id ? successor.id : ownerId })
        .where('id', '=', id)
        .execute();
      await this.db
        .insertInto('repo_permissions')
        .values({ user_id: successor.id, repo_id: id, ...allPermissions })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'repo_id']).doUpdateSet(allPermissions),
        )
        .execute();
    }
  }

  /** Deletes the repositories with all their data. Unfinished builds must be locked before. */
  async delete(namespace: string): Promise<void> {
    await this.db.deleteFrom('repos').where('namespace', '=', namespace).execute();
  }
}
