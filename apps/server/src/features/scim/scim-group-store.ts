import type { Db } from '../../db/database.ts';
import type { ScimQuery } from './read-query.ts';
import { toId } from './scim-user-store.ts';

export interface StoredGroup {
  id: number;
  name: string;
  externalId: string;
  created: number;
  updated: number;
}

export interface GroupMember {
  id: number;
  userName: string;
}

/** Rows of one statement. Databases limit the number of its values. */
const maxRows = 1000;

/** Stores the groups of the identity provider, with their members. */
export class ScimGroupStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(id: number): Promise<StoredGroup | undefined> {
    return this.rows().where('id', '=', id).executeTakeFirst();
  }

  async findByName(name: string): Promise<StoredGroup | undefined> {
    return this.rows().where('name', '=', name).executeTakeFirst();
  }

  async list({ filter, startIndex, count }: ScimQuery) {
    let matching = this.rows();
    if (filter?.attribute === 'displayname') matching = matching.where('name', '=', filter.value);
    else if (filter?.attribute === 'externalid') {
      matching = matching.where('external_id', '=', filter.value);
    } else if (filter) matching = matching.where('id', '=', toId(filter.value));
    const { total } = await matching
      .clearSelect()
      .select((rows) => rows.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const page = matching.orderBy('id').offset(startIndex - 1);
    return { total, items: count > 0 ? await page.limit(count).execute() : [] };
  }

  async insert(group: Omit<StoredGroup, 'id'>): Promise<number> {
    const { externalId, ...values } = group;
    const { id } = await this.db
      .insertInto('scim_groups')
      .values({ ...values, external_id: externalId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async update(id: number, group: Pick<StoredGroup, 'name' | 'externalId' | 'updated'>) {
    const { externalId, ...values } = group;
    await this.db
      .updateTable('scim_groups')
      .set({ ...values, external_id: externalId })
      .where('id', '=', id)
      .execute();
  }

  async delete(id: number): Promise<void> {
    await this.db.deleteFrom('scim_groups').where('id', '=', id).execute();
  }

  async listMembers(groupId: number): Promise<GroupMember[]> {
    return this.db
      .selectFrom('scim_members')
      .innerJoin('scim_users', 'scim_users.user_id', 'scim_members.user_id')
      .select(['scim_members.user_id as id', 'user_name as userName'])
      .where('group_id', '=', groupId)
      .orderBy('scim_members.user_id')
      .execute();
  }

  async addMembers(groupId: number, userIds: readonly number[]): Promise<void> {
    for (let at = 0; at < userIds.length; at += maxRows) {
      const rows = userIds.slice(at, at + maxRows);
      await this.db
        .insertInto('scim_members')
        .values(rows.map((userId) => ({ group_id: groupId, user_id: userId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  async removeMembers(groupId: number, userIds: readonly number[]): Promise<void> {
    for (let at = 0; at < userIds.length; at += maxRows) {
      await this.db
        .deleteFrom('scim_members')
        .where('group_id', '=', groupId)
        .where('user_id', 'in', userIds.slice(at, at + maxRows))
        .execute();
    }
  }

  /** Ends all memberships of an account. */
  async removeUser(userId: number): Promise<void> {
    await this.db.deleteFrom('scim_members').where('user_id', '=', userId).execute();
  }

  /** Lists the groups of an account. */
  async listOfUser(userId: number): Promise<{ id: number; name: string }[]> {
    return this.db
      .selectFrom('scim_members')
      .innerJoin('scim_groups', 'scim_groups.id', 'scim_members.group_id')
      .select(['scim_groups.id', 'scim_groups.name'])
      .where('user_id', '=', userId)
      .orderBy('scim_groups.name')
      .execute();
  }

  private rows() {
    return this.db
      .selectFrom('scim_groups')
      .select(['id', 'name', 'external_id as externalId', 'created', 'updated']);
  }
}
