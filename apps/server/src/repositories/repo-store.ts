import type { Permissions } from '@millrace/contract/api';
import { notFound } from '@millrace/contract/api-errors';
import type { RepoRole } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import { contains } from '../db/contains.ts';
import type { Db } from '../db/database.ts';
import type { ObserveChange } from '../db/observe-change.ts';
import { isSameName } from '../db/same-name.ts';
import type { PermissionRow, RepoRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { whileUnchanged } from '../db/unchanged.ts';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';
import type { AccessChange } from '../shared/bus.ts';
import { repoCodec } from './repo-codec.ts';
import { RepoRoleStore } from './repo-role-store.ts';
import { isVisibleToAccounts } from './visible-repos.ts';

interface Page {
  limit: number;
  offset: number;
}

export interface Collaborator extends Pick<User, 'id' | 'login' | 'avatar'> {
  permissions: Permissions;
  /** Whether a person or the forge has granted a role, apart from those of teams. */
  isGranted: boolean;
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

  /** Finds a repository by its slug in any case, or by its exact slug if several differ only in case. */
  findBySlug(slug: string): Promise<Repo | undefined> {
    return whileUnchanged(this.db, `repo ${slug}`, () => this.readBySlug(slug));
  }

  private async readBySlug(slug: string): Promise<Repo | undefined> {
    const exact = read(await this.repos().where('slug', '=', slug).executeTakeFirst());
    if (exact) return exact;
    const rows = await this.repos().where(isSameName('slug', slug)).limit(2).execute();
    if (rows.length !== 1) return undefined;
    // The namespace may belong to an account whose login differs only in case.
    const [namespace = ''] = slug.split('/');
    return rows[0]?.namespace === (await this.findNamespace(namespace)) ? read(rows[0]) : undefined;
  }

  /** Returns a namespace as its account, its organization or its repositories spell it, else unchanged. */
  async findNamespace(name: string): Promise<string> {
    const owners = await this.db
      .selectFrom('users')
      .select('login as namespace')
      .where(isSameName('login', name))
      .unionAll(
        this.db
          .selectFrom('organizations')
          .select('name as namespace')
          .where(isSameName('name', name)),
      )
      .execute();
    const used = await this.db
      .selectFrom('repos')
      .select('namespace')
      .distinct()
      .where(isSameName('namespace', name))
      .execute();
    for (const found of [owners, used]) {
      if (found.some(({ namespace }) => namespace === name)) return name;
    }
    const [first, ...others] = new Set([...owners, ...used].map(({ namespace }) => namespace));
    return first === undefined || others.length > 0 ? name : first;
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

  /**
   * Lists repositories that every account may read, except those in the list of one account. A text with a slash is
   * compared with namespace and name.
   */
  async listVisible(userId: number, text: string, page: Page): Promise<Repo[]> {
    const slash = text.indexOf('/');
    const [first, second] = [text.slice(0, slash).trim(), text.slice(slash + 1).trim()];
    const found = this.repos()
      .where(isVisibleToAccounts)
      .where('id', 'not in', (granted) =>
        granted
          .selectFrom('repo_permissions')
          .select('repo_id')
          .where('user_id', '=', userId)
          .where('read', '=', 1),
      )
      .where(
        slash < 0
          ? contains('slug', text)
          : sql<boolean>`${contains('namespace', first)} and ${contains('name', second)}`,
      )
      .orderBy('slug')
      .limit(page.limit)
      .offset(page.offset);
    return (await found.execute()).map(repoCodec.read);
  }

  async listAll(page: Page): Promise<Repo[]> {
    const found = this.repos().orderBy('slug').limit(page.limit).offset(page.offset);
    return (await found.execute()).map(repoCodec.read);
  }

  /** @param lock locks what else changes with the repository, in the same transaction */
  async delete(id: number, lock: (trx: Db) => Promise<unknown>): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await lock(trx);
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
      .select(['repo_permissions.admin', 'granted_rank'])
      .where('repo_permissions.repo_id', '=', repoId)
      .orderBy('users.login')
      .execute();
    return rows.map((row) => {
      const { id, login, avatar, granted_rank } = row;
      const permissions = toPermissions(row);
      return { id, login, avatar, permissions, isGranted: granted_rank !== 0 };
    });
  }

  /** Takes back the role granted to an account. That of its teams stays. Returns false if it had none. */
  async revoke(repoId: number, login: string): Promise<boolean> {
    const revoked = await inTransaction(this.db, async (trx) => {
      const user = await trx
        .selectFrom('users')
        .select('id')
        .where('login', '=', login)
        .executeTakeFirst();
      return user ? new RepoRoleStore(trx).revoke(user.id, repoId) : false;
    });
    if (revoked) this.onAccessChange({ repoId });
    return revoked;
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
    await inTransaction(this.db, (trx) => new RepoRoleStore(trx).grant(userId, repoId, role));
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
