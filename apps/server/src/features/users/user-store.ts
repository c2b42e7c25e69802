import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables, UserRow } from '../../db/tables.ts';

export class UserStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
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

  update(id: number, row: Updateable<Tables['users']>): Promise<UserRow> {
    return this.db
      .updateTable('users')
      .set(row)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }
}
