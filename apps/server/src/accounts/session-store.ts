import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@millrace/node-kit/clock';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { whileUnchanged } from '../db/unchanged.ts';
import type { User } from '../domain/user.ts';
import type { AccessChange } from '../shared/bus.ts';
import { userCodec } from './user-codec.ts';

export const sessionLifeSec = 30 * 24 * 60 * 60;

/** Sessions of signed-in browsers. They are stored on the server, so that a session can be revoked. */
export class SessionStore {
  private readonly db: Db;
  private readonly clock: Clock;
  private readonly onAccessChange: (change: AccessChange) => void;

  constructor(db: Db, clock: Clock, onAccessChange: (change: AccessChange) => void = () => {}) {
    this.db = db;
    this.clock = clock;
    this.onAccessChange = onAccessChange;
  }

  /** Returns the value for the cookie. Only its hash is stored. */
  async create(userId: number): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const now = this.clock.nowSec();
    const session = { id_hash: hash(id), user_id: userId };
    await inTransaction(this.db, async (trx) => {
      await trx.deleteFrom('sessions').where('expires', '<=', now).execute();
      await trx
        .insertInto('sessions')
        .values({ ...session, expires: now + sessionLifeSec })
        .execute();
    });
    return id;
  }

  async findUser(id: string): Promise<User | undefined> {
    const idHash = hash(id);
    const row = await whileUnchanged(this.db, `session ${idHash}`, () =>
      this.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .selectAll('users')
        .select('sessions.expires')
        .where('sessions.id_hash', '=', idHash)
        .executeTakeFirst(),
    );
    return row && row.expires > this.clock.nowSec() ? userCodec.read(row) : undefined;
  }

  async endAll(userId: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('sessions').where('user_id', '=', userId).execute(),
    );
    this.onAccessChange({ userId });
  }

  /** Deletes the sessions of the account, except the one with this cookie value. */
  async endOthers(userId: number, exceptId: string): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id_hash', '!=', hash(exceptId))
        .execute(),
    );
    this.onAccessChange({ userId });
  }

  async end(id: string): Promise<void> {
    const ended = await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('sessions')
        .where('id_hash', '=', hash(id))
        .returning('user_id')
        .executeTakeFirst(),
    );
    if (ended) this.onAccessChange({ userId: ended.user_id });
  }
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
