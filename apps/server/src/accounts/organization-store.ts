import type { OrganizationRole } from '@millrace/contract/vocabulary';
import type { Db } from '../db/database.ts';
import { acquireLock } from '../db/locks.ts';
import { inTransaction } from '../db/transaction.ts';
import { whileUnchanged } from '../db/unchanged.ts';
import type { User } from '../domain/user.ts';
import { UserStore } from './user-store.ts';

/** An organization of the built-in git hosting. */
export interface Organization {
  id: number;
  /** Namespace of its repositories. */
  name: string;
  /** Whether members who are no owners may create repositories. */
  membersCreate: boolean;
  created: number;
}

export interface OrganizationMember extends Pick<User, 'id' | 'login' | 'name' | 'avatar'> {
  role: OrganizationRole;
  /** Whether a group made the account a member. The membership ends with that in the last team. */
  byGroup: boolean;
}

/** Stores organizations and their members. They share their names with accounts. */
export class OrganizationStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Finds an organization by its exact name. */
  async find(name: string): Promise<Organization | undefined> {
    const row = await this.rows().where('name', '=', name).executeTakeFirst();
    return row && toOrganization(row);
  }

  async listAll(): Promise<Organization[]> {
    return (await this.rows().orderBy('name').execute()).map(toOrganization);
  }

  /** Lists the organizations of an account, with its role in each. */
  async listOf(userId: number): Promise<(Organization & { role: OrganizationRole })[]> {
    const rows = await this.db
      .selectFrom('organization_members')
      .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
      .selectAll('organizations')
      .select('organization_members.role')
      .where('organization_members.user_id', '=', userId)
      .orderBy('organizations.name')
      .execute();
    return rows.map((row) => ({ ...toOrganization(row), role: row.role }));
  }

  /** Returns the role of an account in an organization; undefined if there is no organization of this name. */
  findRole(userId: number, name: string): Promise<OrganizationRole | 'none' | undefined> {
    return whileUnchanged(this.db, `role of ${userId} in ${name}`, async () => {
      const row = await this.db
        .selectFrom('organizations')
        .leftJoin('organization_members', (join) =>
          join
            .onRef('organization_members.organization_id', '=', 'organizations.id')
            .on('organization_members.user_id', '=', userId),
        )
        .select('organization_members.role')
        .where('organizations.name', '=', name)
        .executeTakeFirst();
      return row && (row.role ?? 'none');
    });
  }

  /** Returns undefined if an account or an organization has this name, in any case. */
  async insert(organization: Omit<Organization, 'id'>): Promise<Organization | undefined> {
    return inTransaction(this.db, async (trx) => {
      await acquireLock(trx, 'logins');
      if (await new UserStore(trx).isLoginTaken(organization.name)) return undefined;
      const { name, membersCreate, created } = organization;
      const row = await trx
        .insertInto('organizations')
        .values({ name, members_create: membersCreate ? 1 : 0, created })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toOrganization(row);
    });
  }

  async update(id: number, { membersCreate }: Pick<Organization, 'membersCreate'>): Promise<void> {
    await this.db
      .updateTable('organizations')
      .set({ members_create: membersCreate ? 1 : 0 })
      .where('id', '=', id)
      .execute();
  }

  async delete(id: number): Promise<void> {
    await this.db.deleteFrom('organizations').where('id', '=', id).execute();
  }

  async listMembers(id: number): Promise<OrganizationMember[]> {
    const rows = await this.db
      .selectFrom('organization_members')
      .innerJoin('users', 'users.id', 'organization_members.user_id')
      .select(['users.id', 'users.login', 'users.name', 'users.avatar', 'role', 'by_group'])
      .where('organization_id', '=', id)
      .orderBy('users.login')
      .execute();
    return rows.map(({ by_group, ...row }) => ({ ...row, byGroup: by_group === 1 }));
  }

  /** Lists the ids of the owners of an organization; empty if there is none of this name. */
  async listOwners(name: string): Promise<number[]> {
    const rows = await this.db
      .selectFrom('organization_members')
      .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
      .select('user_id')
      .where('organizations.name', '=', name)
      .where('role', '=', 'owner')
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  /** Adds a member, or changes its role. */
  async putMember(
    id: number,
    userId: number,
    { role, byGroup }: Pick<OrganizationMember, 'role' | 'byGroup'>,
  ): Promise<void> {
    const values = { role, by_group: byGroup ? 1 : 0 };
    await this.db
      .insertInto('organization_members')
      .values({ organization_id: id, user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'user_id']).doUpdateSet(values),
      )
      .execute();
  }

  /** Adds a member, unless the account is one already. */
  async addMember(id: number, userId: number, byGroup: boolean): Promise<void> {
    await this.db
      .insertInto('organization_members')
      .values({
        organization_id: id,
        user_id: userId,
        role: 'member',
        by_group: byGroup ? 1 : 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async removeMember(id: number, userId: number): Promise<void> {
    await this.db
      .deleteFrom('organization_members')
      .where('organization_id', '=', id)
      .where('user_id', '=', userId)
      .execute();
  }

  /** Locks an organization until the transaction ends, so that its members stay as they are read. */
  lock(id: number): Promise<void> {
    return acquireLock(this.db, 'organizations', id);
  }

  /** Locks the organizations of an account, in the order of their ids. */
  async lockOf(userId: number): Promise<void> {
    const ids = (await this.listOf(userId)).map(({ id }) => id);
    for (const id of ids.sort((one, other) => one - other)) await this.lock(id);
  }

  /** Lists the names of the organizations whose only owner is this account. */
  async listOnlyOwned(userId: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('organization_members')
      .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
      .select('organizations.name')
      .where('organization_members.user_id', '=', userId)
      .where('organization_members.role', '=', 'owner')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('organization_members as other')
              .select('other.user_id')
              .whereRef('other.organization_id', '=', 'organizations.id')
              .where('other.role', '=', 'owner')
              .where('other.user_id', '!=', userId),
          ),
        ),
      )
      .orderBy('organizations.name')
      .execute();
    return rows.map(({ name }) => name);
  }

  private rows() {
    return this.db.selectFrom('organizations').selectAll();
  }
}

function toOrganization(row: {
  id: number;
  name: string;
  members_create: number;
  created: number;
}): Organization {
  const { id, name, members_create, created } = row;
  return { id, name, membersCreate: members_create === 1, created };
}
