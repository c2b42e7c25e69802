import { createHash, randomBytes } from 'node:crypto';
import { notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { whileUnchanged } from '../db/unchanged.ts';
import type { User } from '../domain/user.ts';
import type { CallingBrowser } from '../http/calling-browser.ts';
import type { AccessChange } from '../shared/bus.ts';
import { userCodec } from './user-codec.ts';

/** Minimum time between two updates of the last call of a session. */
const lastSeenSec = 60;

/** A signed-in browser. Times are 0 and texts empty if they are unknown. */
export interface Session extends CallingBrowser {
  id: string;
  created: number;
  lastSeen: number;
  expires: number;
}

interface Deps {
  db: Db;
  clock: Clock;
  /** Time after which a session ends, however often it is used. */
  lifeSec: number;
  onAccessChange?: (change: AccessChange) => void;
}

/** Sessions of signed-in browsers. They are stored on the server, so that a session can be revoked. */
export class SessionStore {
  readonly lifeSec: number;
  private readonly db: Db;
  private readonly clock: Clock;
  private readonly onAccessChange: (change: AccessChange) => void;

  constructor({ db, clock, lifeSec, onAccessChange = () => {} }: Deps) {
    this.db = db;
    this.clock = clock;
    this.lifeSec = lifeSec;
    this.onAccessChange = onAccessChange;
  }

  /**
   * Returns the value for the cookie. Only its hash is stored.
   *
   * @param providerSid session at the OpenID Connect provider, which may end this one
   */
  async create(userId: number, client: CallingBrowser, providerSid?: string): Promise<string> {
    const cookie = randomBytes(32).toString('base64url');
    const now = this.clock.nowSec();
    const session = {
      id_hash: sessionIdOf(cookie),
      user_id: userId,
      ...client,
      provider_sid: providerSid ?? null,
    };
    await inTransaction(this.db, async (trx) => {
      await trx.deleteFrom('sessions').where('expires', '<=', now).execute();
      await trx
        .insertInto('sessions')
        .values({ ...session, created: now, last_seen: now, expires: now + this.lifeSec })
        .execute();
    });
    return cookie;
  }

  /** Returns the account of a session, and notes its call. */
  async findUser(cookie: string, client?: CallingBrowser): Promise<User | undefined> {
    const id = sessionIdOf(cookie);
    const row = await whileUnchanged(this.db, `session ${id}`, () =>
      this.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .selectAll('users')
        .select(['sessions.expires', 'sessions.last_seen'])
        .where('sessions.id_hash', '=', id)
        .executeTakeFirst(),
    );
    const now = this.clock.nowSec();
    if (!row || row.expires <= now) return undefined;
    if (client && now - row.last_seen >= lastSeenSec) await this.noteCall(id, now, client);
    return userCodec.read(row);
  }

  /** Lists the sessions of an account, the last used first. */
  async list(userId: number): Promise<Session[]> {
    return this.db
      .selectFrom('sessions')
      .select(['id_hash as id', 'created', 'last_seen as lastSeen', 'expires'])
      .select(['address', 'browser'])
      .where('user_id', '=', userId)
      .where('expires', '>', this.clock.nowSec())
      .orderBy('last_seen', 'desc')
      .orderBy('id_hash')
      .execute();
  }

  async endAll(userId: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('sessions').where('user_id', '=', userId).execute(),
    );
    this.onAccessChange({ userId });
  }

  /** Deletes the sessions of the account, except the one with this cookie value; all of them without one. */
  async endOthers(userId: number, exceptCookie: string | undefined): Promise<void> {
    if (!exceptCookie) return this.endAll(userId);
    await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id_hash', '!=', sessionIdOf(exceptCookie))
        .execute(),
    );
    this.onAccessChange({ userId });
  }

  /**
   * Ends one session of an account.
   *
   * @throws AppError (404) if the account has no such session
   */
  async endOne(userId: number, id: string): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('sessions')
        .where('id_hash', '=', id)
        .where('user_id', '=', userId)
        .returning('id_hash')
        .executeTakeFirstOrThrow(() => notFound()),
    );
    this.onAccessChange({ userId });
  }

  /** Lists the accounts with sessions that belong to one at the OpenID Connect provider. */
  async findUserIds(providerSid: string): Promise<number[]> {
    const rows = await this.db
      .selectFrom('sessions')
      .select('user_id')
      .distinct()
      .where('provider_sid', '=', providerSid)
      .execute();
    return rows.map((row) => row.user_id);
  }

  /** Ends the sessions of an account that belong to one at the OpenID Connect provider. */
  async endOfProvider(userId: number, providerSid: string): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('provider_sid', '=', providerSid)
        .execute(),
    );
    this.onAccessChange({ userId });
  }

  async end(cookie: string): Promise<void> {
    const ended = await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('sessions')
        .where('id_hash', '=', sessionIdOf(cookie))
        .returning('user_id')
        .executeTakeFirst(),
    );
    if (ended) this.onAccessChange({ userId: ended.user_id });
  }

  private async noteCall(id: string, now: number, client: CallingBrowser): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ last_seen: now, ...client })
      .where('id_hash', '=', id)
      // Concurrent calls of a page write it once.
      .where('last_seen', '<=', now - lastSeenSec)
      .execute()
      // A full disk or a locked database must not make reads fail.
      .catch(() => undefined);
  }
}

/** Returns the name of a session, by the value of its cookie. */
export function sessionIdOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex');
}
