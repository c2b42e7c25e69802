import { notFound } from '@millrace/contract/api-errors';
import type { Db } from '../db/database.ts';
import { acquireLock } from '../db/locks.ts';
import type { ObserveChange } from '../db/observe-change.ts';
import { reencryptColumn } from '../db/reencrypt.ts';
import { isSameName } from '../db/same-name.ts';
import type { UserRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { whileUnchanged } from '../db/unchanged.ts';
import type { AccessEnd, User } from '../domain/user.ts';
import type { AccessChange } from '../shared/bus.ts';
import { userCodec } from './user-codec.ts';

export class UserStore {
  private readonly db: Db;
  private readonly onAccessChange: (change: AccessChange) => void;

  /** Undefined if nothing records the changes of accounts. */
  private readonly observe: ObserveChange<User> | undefined;

  constructor(
    db: Db,
    onAccessChange: (change: AccessChange) => void = () => {},
    observe?: ObserveChange<User>,
  ) {
    this.db = db;
    this.onAccessChange = onAccessChange;
    this.observe = observe;
  }

  async findById(id: number): Promise<User | undefined> {
    return whileUnchanged(this.db, `user ${id}`, async () =>
      read(await this.users().where('id', '=', id).executeTakeFirst()),
    );
  }

  /**
   * Finds an account by its login in any case. Of accounts whose logins differ only in case, each is found only by its
   * exact login.
   */
  async findByLogin(login: string): Promise<User | undefined> {
    const exact = read(await this.users().where('login', '=', login).executeTakeFirst());
    if (exact) return exact;
    const rows = await this.users().where(isSameName('login', login)).limit(2).execute();
    return rows.length === 1 ? read(rows[0]) : undefined;
  }

  /** Returns whether another account has this login, or an organization this name, in any case. */
  async isLoginTaken(login: string, exceptId = 0): Promise<boolean> {
    const row = await this.db
      .selectFrom('users')
      .select('id')
      .where(isSameName('login', login))
      .where('id', '!=', exceptId)
      .executeTakeFirst();
    if (row) return true;
    const organization = await this.db
      .selectFrom('organizations')
      .select('id')
      .where(isSameName('name', login))
      .executeTakeFirst();
    return organization !== undefined;
  }

  async findByTokenHash(hash: string): Promise<User | undefined> {
    return whileUnchanged(this.db, `user of token ${hash}`, async () =>
      read(await this.users().where('token_hash', '=', hash).executeTakeFirst()),
    );
  }

  async list(): Promise<User[]> {
    return (await this.users().orderBy('login').execute()).map(userCodec.read);
  }

  async delete(id: number): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      const before = this.observe && (await new UserStore(trx).findById(id));
      await trx.deleteFrom('users').where('id', '=', id).execute();
      if (before) await this.observe?.(trx, { before });
    });
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

  async listSyncing(): Promise<number[]> {
    const rows = await this.db.selectFrom('users').select('id').where('syncing', '=', 1).execute();
    return rows.map(({ id }) => id);
  }

  async count(): Promise<number> {
    const row = await this.db
      .selectFrom('users')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  }

  /** Returns undefined if the login, in any case, or the token is already in use. */
  async insert(user: Omit<User, 'id'>): Promise<User | undefined> {
    return inTransaction(this.db, async (trx) => {
      await acquireLock(trx, 'logins');
      if (await new UserStore(trx).isLoginTaken(user.login)) return undefined;
      const row = await trx
        .insertInto('users')
        .values(userCodec.writeNew(user))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      const after = read(row);
      if (after) await this.observe?.(trx, { after });
      return after;
    });
  }

  async update(id: number, changes: Partial<User>): Promise<User> {
    const user = await inTransaction(this.db, async (trx) => {
      const before = this.observe && (await new UserStore(trx).findById(id));
      const row = await trx
        .updateTable('users')
        .set(userCodec.write(changes))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(() => notFound());
      const after = userCodec.read(row);
      await this.observe?.(trx, { before, after });
      return after;
    });
    const concernsAccess = ['active', 'admin', 'tokenHash', 'accessEnded'].some(
      (name) => name in changes,
    );
    if (concernsAccess) this.onAccessChange({ userId: id });
    return user;
  }

  /** Revokes or restores the access of an account. Returns false if that was already its state. */
  async markAccess(id: number, end: AccessEnd | null, nowSec: number): Promise<boolean> {
    const changed = await this.db
      .updateTable('users')
      .set({
        access_ended: end ? nowSec : 0,
        access_ended_reason: end?.reason ?? '',
        access_ended_detail: end?.detail ?? '',
      })
      .where('id', '=', id)
      .where('access_ended', end ? '=' : '>', 0)
      .executeTakeFirst();
    const hasChanged = changed.numUpdatedRows > 0n;
    if (hasChanged) this.onAccessChange({ userId: id });
    return hasChanged;
  }

  /**
   * Updates an account if the check allows it. No role of another account changes between the check and the
   * update.
   */
  async updateChecked(
    id: number,
    changes: Partial<User>,
    check: (users: UserStore) => Promise<void>,
  ): Promise<User> {
    const concerned: AccessChange[] = [];
    const user = await inTransaction(this.db, async (trx) => {
      const users = new UserStore(trx, (change) => concerned.push(change), this.observe);
      await acquireLock(trx, 'admins');
      await check(users);
      return users.update(id, changes);
    });
    for (const change of concerned) this.onAccessChange(change);
    return user;
  }

  private users() {
    return this.db.selectFrom('users').selectAll();
  }
}

function read(row: UserRow | undefined): User | undefined {
  return row && userCodec.read(row);
}

/** Encrypts all personal tokens with another key. */
export const reencryptTokens = reencryptColumn('users', 'token_sealed', ['id']);
