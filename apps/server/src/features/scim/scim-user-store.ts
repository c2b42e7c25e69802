import { sql } from 'kysely';
import { userCodec } from '../../accounts/user-codec.ts';
import type { Db } from '../../db/database.ts';
import type { User } from '../../domain/user.ts';
import type { ScimQuery } from './read-query.ts';

/** An account that the identity provider manages. */
export interface ManagedUser {
  user: User;
  userName: string;
  externalId: string;
}

/** Stores which accounts the identity provider manages, and by which names. */
export class ScimUserStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(userId: number): Promise<ManagedUser | undefined> {
    const row = await this.rows().where('users.id', '=', userId).executeTakeFirst();
    return row && toManaged(row);
  }

  async findByName(userName: string): Promise<ManagedUser | undefined> {
    const row = await this.rows()
      .where(sql`lower(user_name)`, '=', userName.toLowerCase())
      .executeTakeFirst();
    return row && toManaged(row);
  }

  async list({ filter, startIndex, count }: ScimQuery) {
    let matching = this.rows();
    if (filter?.attribute === 'username') {
      matching = matching.where(sql`lower(user_name)`, '=', filter.value.toLowerCase());
    } else if (filter?.attribute === 'externalid') {
      matching = matching.where('scim_users.external_id', '=', filter.value);
    } else if (filter) matching = matching.where('users.id', '=', toId(filter.value));
    const { total } = await matching
      .clearSelect()
      .select((rows) => rows.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const page = matching.orderBy('users.id').offset(startIndex - 1);
    const rows = count > 0 ? await page.limit(count).execute() : [];
    return { total, items: rows.map(toManaged) };
  }

  /** Stores the names of an account, which is managed from now on. */
  async put(userId: number, names: { userName: string; externalId: string }): Promise<void> {
    const values = { user_name: names.userName, external_id: names.externalId };
    await this.db
      .insertInto('scim_users')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
  }

  async delete(userId: number): Promise<void> {
    await this.db.deleteFrom('scim_users').where('user_id', '=', userId).execute();
  }

  private rows() {
    return this.db
      .selectFrom('scim_users')
      .innerJoin('users', 'users.id', 'scim_users.user_id')
      .selectAll('users')
      .select(['scim_users.user_name', 'scim_users.external_id']);
  }
}

function toManaged(
  row: Parameters<typeof userCodec.read>[0] & { user_name: string; external_id: string },
): ManagedUser {
  return { user: userCodec.read(row), userName: row.user_name, externalId: row.external_id };
}

/** Returns the number of a resource's id; 0, which no resource has, if it is none. */
export function toId(text: string): number {
  const id = Number(text);
  return /^\d{1,15}$/.test(text) ? id : 0;
}
