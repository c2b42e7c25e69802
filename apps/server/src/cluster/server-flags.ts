import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';

/**
 * State of all servers on a database, stored so that it survives a restart.
 *
 * - `queue-paused`: no stage is assigned to a runner.
 * - `work-held`: the data were restored or imported, so that the queue and all background work wait. The original may
 *   still run, and a copy that worked at once would start builds, send messages and delete objects twice.
 */
export type ServerFlag = 'queue-paused' | 'work-held';

export async function setFlag(db: Db, flag: ServerFlag): Promise<void> {
  await inTransaction(db, (trx) =>
    trx
      .insertInto('server_state')
      .values({ name: flag, value: 'true' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
}

/** Returns whether at least one of the flags is set. */
export async function hasFlag(db: Db, ...flags: ServerFlag[]): Promise<boolean> {
  const found = db.selectFrom('server_state').select('value').where('name', 'in', flags);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns whether at least one of the flags was set. */
export async function clearFlags(db: Db, ...flags: ServerFlag[]): Promise<boolean> {
  const { numDeletedRows } = await inTransaction(db, (trx) =>
    trx.deleteFrom('server_state').where('name', 'in', flags).executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}
