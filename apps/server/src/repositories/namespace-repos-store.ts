import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ObserveChange } from '../db/observe-change.ts';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';
import { repoCodec } from './repo-codec.ts';

const allPermissions = { read: 1, write: 1, admin: 1 };

/** Changes the repositories of one namespace when its account is deleted or replaced. */
export class NamespaceReposStore {
  private readonly db: Db;

  private readonly observe: ObserveChange<Repo> | undefined;

  constructor(db: Db, observe?: ObserveChange<Repo>) {
    this.db = db;
    this.observe = observe;
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
      const before = this.observe && (await this.read(id));
      await this.db
        .updateTable('repos')
        .set({ namespace, slug: `${namespace}/${name}`, updated: nowSec })
        .set({ version: sql`version + 1`, user_id: ownerId === owner.id ? successor.id : ownerId })
        .where('id', '=', id)
        .execute();
      await this.observe?.(this.db, { before, after: await this.read(id) });
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
    const rows = await this.db
      .deleteFrom('repos')
      .where('namespace', '=', namespace)
      .returningAll()
      .execute();
    for (const row of rows) await this.observe?.(this.db, { before: repoCodec.read(row) });
  }

  private async read(id: number): Promise<Repo> {
    const repos = this.db.selectFrom('repos').selectAll();
    return repoCodec.read(await repos.where('id', '=', id).executeTakeFirstOrThrow());
  }
}
