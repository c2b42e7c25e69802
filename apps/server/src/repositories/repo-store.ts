import type { Permissions } from '@millrace/contract/api';
import type { RepoRole } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import { BuildStore } from '../builds/build-store.ts';
import type { Db } from '../db/database.ts';
import type { ObserveChange } from '../db/observe-change.ts';
import type { PermissionRow, RepoRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { permissionsOfRole } from '../domain/permissions.ts';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';
import type { AccessChange } from '../shared/bus.ts';
import { notFound } from '../shared/errors.ts';
import { repoCodec } from './repo-codec.ts';

export interface Collaborator extends Pick<User, 'id' | 'login' | 'avatar'> {
  permissions: Permissions;
}

/** Repository with the permissions granted to an account. */
export interface GrantedRepo extends Repo {
  permissions: Permissions;
}

export class RepoStore {
  private readonly db: Db;
  private readonly onAccessChange: (change: AccessChange) => void;

  /** Undefined if nothing records the changes of repositories. */
  private readonly observe: ObserveChange<Repo> | undefined;

  constructor(
    db: Db,
    onAccessChange: (change: AccessChange) => void = () => {},
    observe?: ObserveChange<Repo>,
  ) {
    this.db = db;
    this.onAccessChange = onAccessChange;
    this.observe = observe;
  }

  async findBySlug(slug: string): Promise<Repo | undefined> {
    return read(await this.repos().where('slug', '=', slug).executeTakeFirst());
  }

  async findById(id: number): Promise<Repo | undefined> {
    return read(await this.repos().where('id', '=', id).executeTakeFirst());
  }

  async listByIds(ids: readonly number[]): Promise<Repo[]> {
    if (ids.length === 0) return [];
    return (await this.repos().where('id', 'in', ids).execute()).map(repoCodec.read);
  }

  /** Lists the repositories that an account may read because it has been granted a permission. */
  async listGranted(userId: number): Promise<GrantedRepo[]> {
    const rows = await this.db
      .selectFrom('repos')
      .innerJoin('repo_permissions', 'repo_permissions.repo_id', 'repos.id')
      .selectAll('repos')
      .select(['repo_permissions.read', 'repo_permissions.write', 'repo_permissions.admin'])
      .where('repo_permissions.user_id', '=', userId)
      .where('repo_permissions.read', '=', 1)
      .orderBy('repos.slug')
      .execute();
    return rows.map((row) => ({ ...repoCodec.read(row), permissions: toPermissions(row) }));
  }

  async listAll(page: { limit: number; offset: number }): Promise<Repo[]> {
    const found = this.repos().orderBy('slug').limit(page.limit).offset(page.offset);
    return (await found.execute()).map(repoCodec.read);
  }

  async delete(id: number): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await new BuildStore(trx).lockUnfinished([id]);
      const before = this.observe && (await new RepoStore(trx).findById(id));
      await trx.deleteFrom('repos').where('id', '=', id).execute();
      if (before) await this.observe?.(trx, { before });
    });
    this.onAccessChange({ repoId: id });
  }

  async listCollaborators(repoId: number): Promise<Collaborator[]> {
    const rows = await this.db
      .selectFrom('repo_permissions')
      .innerJoin('users', 'users.id', 'repo_permissions.user_id')
      .select(['users.id', 'users.login', 'users.avatar', 'read', 'write'])
      .select('repo_permissions.admin')
      .where('repo_permissions.repo_id', '=', repoId)
      .orderBy('users.login')
      .execute();
    return rows.map((row) => {
      const { id, login, avatar } = row;
      return { id, login, avatar, permissions: toPermissions(row) };
    });
  }

  /** Deletes the permissions of an account. Returns false if it had none. */
  async revoke(repoId: number, login: string): Promise<boolean> {
    const result = await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('repo_permissions')
        .where('repo_id', '=', repoId)
        .where('user_id', 'in', (users) =>
          users.selectFrom('users').select('id').where('login', '=', login),
        )
        .executeTakeFirst(),
    );
    if (result.numDeletedRows > 0n) this.onAccessChange({ repoId });
    return result.numDeletedRows > 0n;
  }

  async insert(repo: Omit<Repo, 'id'>): Promise<Repo> {
    return inTransaction(this.db, async (trx) => {
      const row = await trx
        .insertInto('repos')
        .values(repoCodec.writeNew(repo))
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = repoCodec.read(row);
      await this.observe?.(trx, { after });
      return after;
    });
  }

  /**
   * Updates a repository. The counter is never set below the highest build number, even if a build is created
   * concurrently.
   */
  async update(id: number, changes: Partial<Repo>): Promise<Repo> {
    const { counter, ...others } = changes;
    const updated = await inTransaction(this.db, async (trx) => {
      const before = this.observe && (await new RepoStore(trx).findById(id));
      const row = await trx
        .updateTable('repos')
        .set({ ...repoCodec.write(others) })
        .set({ ...(counter === undefined ? {} : { counter: atLeastNewest(counter) }) })
        .set({ version: sql`version + 1` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(() => notFound());
      const after = repoCodec.read(row);
      await this.observe?.(trx, { before, after });
      return after;
    });
    if ('visibility' in changes) this.onAccessChange({ repoId: id });
    return updated;
  }

  /** Records that builds of the repository have test results. */
  async setHasTests(id: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .updateTable('repos')
        .set({ has_tests: 1 })
        .where('id', '=', id)
        .where('has_tests', '=', 0)
        .execute(),
    );
  }

  async grant(userId: number, repoId: number, role: RepoRole): Promise<void> {
    const permissions = permissionsOfRole(role);
    const flags = { read: 1, write: permissions.write ? 1 : 0, admin: permissions.admin ? 1 : 0 };
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('repo_permissions')
        .values({ user_id: userId, repo_id: repoId, ...flags })
        .onConflict((conflict) => conflict.columns(['user_id', 'repo_id']).doUpdateSet(flags))
        .execute(),
    );
    // The account may have had a higher role.
    if (role !== 'admin') this.onAccessChange({ userId, repoId });
  }

  private repos() {
    return this.db.selectFrom('repos').selectAll();
  }
}

function read(row: RepoRow | undefined): Repo | undefined {
  return row && repoCodec.read(row);
}

export function toPermissions(row: Pick<PermissionRow, 'read' | 'write' | 'admin'>): Permissions {
  return { read: row.read === 1, write: row.write === 1, admin: row.admin === 1 };
}

function atLeastNewest(counter: number) {
  return sql<number>`(
    select max(number) from (
      select ${counter} as number union all select number from builds where builds.repo_id = repos.id
    ) as numbers
  )`;
}
