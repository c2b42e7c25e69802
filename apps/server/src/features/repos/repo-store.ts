import type { RepoRole } from '@millrace/contract/vocabulary';
import { sql, type Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { PermissionRow, RepoRow, Tables, UserRow } from '../../db/tables.ts';
import { permissionsOfRole, roleOf } from '../../domain/permissions.ts';
import type { ForgeRepo } from '../../forges/forge.ts';
import type { AccessChange } from '../../shared/bus.ts';
import { type NewRepo, newRepoRow } from './new-repo-row.ts';

export type CollaboratorRow = PermissionRow & Pick<UserRow, 'login' | 'avatar'>;

export class RepoStore {
  private readonly db: Db;
  private readonly onAccessChange: (change: AccessChange) => void;

  constructor(db: Db, onAccessChange: (change: AccessChange) => void = () => {}) {
    this.db = db;
    this.onAccessChange = onAccessChange;
  }

  findBySlug(slug: string): Promise<RepoRow | undefined> {
    return this.db.selectFrom('repos').selectAll().where('slug', '=', slug).executeTakeFirst();
  }

  findById(id: number): Promise<RepoRow | undefined> {
    return this.db.selectFrom('repos').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** The repositories that were granted to an account, with the grants. */
  listGranted(userId: number) {
    return this.db
      .selectFrom('repos')
      .innerJoin('repo_permissions', 'repo_permissions.repo_id', 'repos.id')
      .selectAll('repos')
      .select(['repo_permissions.read', 'repo_permissions.write', 'repo_permissions.admin'])
      .where('repo_permissions.user_id', '=', userId)
      .where('repo_permissions.read', '=', 1)
      .orderBy('repos.slug')
      .execute();
  }

  listAll(page: { limit: number; offset: number }): Promise<RepoRow[]> {
    return this.db
      .selectFrom('repos')
      .selectAll()
      .orderBy('slug')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
  }

  async delete(id: number): Promise<void> {
    await this.db.deleteFrom('repos').where('id', '=', id).execute();
    this.onAccessChange({ repoId: id });
  }

  listCollaborators(repoId: number): Promise<CollaboratorRow[]> {
    return this.db
      .selectFrom('repo_permissions')
      .innerJoin('users', 'users.id', 'repo_permissions.user_id')
      .selectAll('repo_permissions')
      .select(['users.login', 'users.avatar'])
      .where('repo_permissions.repo_id', '=', repoId)
      .orderBy('users.login')
      .execute();
  }

  /** Takes the grants of an account away; false when it had none. */
  async revoke(repoId: number, login: string): Promise<boolean> {
    const result = await this.db
      .deleteFrom('repo_permissions')
      .where('repo_id', '=', repoId)
      .where('user_id', 'in', (users) =>
        users.selectFrom('users').select('id').where('login', '=', login),
      )
      .executeTakeFirst();
    if (result.numDeletedRows > 0n) this.onAccessChange({ repoId });
    return result.numDeletedRows > 0n;
  }

  insert(repo: NewRepo): Promise<RepoRow> {
    return this.db
      .insertInto('repos')
      .values(newRepoRow(repo))
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** The counter never falls behind the builds that there are, whatever else happens at this moment. */
  async update(id: number, changes: Updateable<Tables['repos']>): Promise<RepoRow> {
    const { counter, ...others } = changes;
    const updated = await this.db
      .updateTable('repos')
      .set({ ...others, ...(counter === undefined ? {} : { counter: atLeastNewest(counter) }) })
      .set({ version: sql`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if ('visibility' in changes) this.onAccessChange({ repoId: id });
    return updated;
  }

  /** Makes the grants of an account what the forge says, adding repositories that are new. */
  async replaceGrants(
    userId: number,
    found: readonly ForgeRepo[],
    forge: string,
    nowSec: number,
  ): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      const store = new RepoStore(trx);
      const kept: number[] = [];
      for (const { uid, namespace, name, permissions } of found) {
        const known = await store.findBySlug(`${namespace}/${name}`);
        const added = { uid, namespace, name, ownerId: userId, forge, isActive: false, nowSec };
        const { id } = known ?? (await store.insert(added));
        await store.grant(userId, id, roleOf(permissions));
        kept.push(id);
      }
      await trx
        .deleteFrom('repo_permissions')
        .where('user_id', '=', userId)
        .where('repo_id', 'not in', [0, ...kept])
        .execute();
    });
    this.onAccessChange({ userId });
  }

  async grant(userId: number, repoId: number, role: RepoRole): Promise<void> {
    const permissions = permissionsOfRole(role);
    const flags = { read: 1, write: permissions.write ? 1 : 0, admin: permissions.admin ? 1 : 0 };
    await this.db
      .insertInto('repo_permissions')
      .values({ user_id: userId, repo_id: repoId, ...flags })
      .onConflict((conflict) => conflict.columns(['user_id', 'repo_id']).doUpdateSet(flags))
      .execute();
  }
}

function atLeastNewest(counter: number) {
  return sql<number>`max(${counter}, (
    select coalesce(max(number), 0) from builds where builds.repo_id = repos.id
  ))`;
}
