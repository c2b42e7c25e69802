import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ObserveChange } from '../db/observe-change.ts';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';
import { repoCodec } from './repo-codec.ts';
import { RepoRoleStore } from './repo-role-store.ts';

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

  /** Lists the repositories of the built-in git hosting in a namespace. */
  async listHosted(namespace: string): Promise<Pick<Repo, 'id' | 'name'>[]> {
    return this.db
      .selectFrom('repos')
      .select(['id', 'name'])
      .where('namespace', '=', namespace)
      .where('forge', '=', 'builtin')
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
      await new RepoRoleStore(this.db).grant(successor.id, id, 'admin');
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
