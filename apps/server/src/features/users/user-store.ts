import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables, UserRow } from '../../db/tables.ts';
import type { AccessChange } from '../../shared/bus.ts';

export class UserStore {
  private readonly db: Db;
  private readonly onAccessChange: (change: AccessChange) => void;

  constructor(db: Db, onAccessChange: (change: AccessChange) => void = () => {}) {
    this.db = db;
    this.onAccessChange = onAccessChange;
  }

  findById(id: number): Promise<UserRow | undefined> {
    return this.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  }

  findByLogin(login: string): Promise<UserRow | undefined> {
    return this.db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirst();
  }

  findByTokenHash(hash: string): Promise<UserRow | undefined> {
    return this.db
      .selectFrom('users')
      .selectAll()
      .where('token_hash', '=', hash)
      .executeTakeFirst();
  }

  list(): Promise<UserRow[]> {
    return this.db.selectFrom('users').selectAll().orderBy('login').execute();
  }

  async delete(id: number): Promise<void> {
    await this.db.deleteFrom('users').where('id', '=', id).execute();
    this.onAccessChange({ userId: id });
  }

  async countActiveAdmins(): Promise<number> {
    const rows = await this.db
      .selectFrom('users')
      .select('id')
      .where('admin', '=', 1)
      .where('active', '=', 1)
      .execute();
    return rows.length;
  }

  /** A synchronisation that a crash cut off is over. */
  async clearSyncing(): Promise<void> {
    await this.db.updateTable('users').set({ syncing: 0 }).where('syncing', '=', 1).execute();
  }

  async count(): Promise<number> {
    const row = await this.db
      .selectFrom('users')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  }

  insert(row: Insertable<Tables['users']>): Promise<UserRow> {
    return this.db.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow();
  }

  async update(id: number, row: Updateable<Tables['users']>): Promise<UserRow> {
    const updated = await this.db
      .updateTable('users')
      .set(row)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const concernsAccess = ['active', 'admin', 'token_hash'].some((name) => name in row);
    if (concernsAccess) this.onAccessChange({ userId: id });
    return updated;
  }
}
