import { sql } from 'kysely';
import type { SecretKey } from '../config/secret-key.ts';
import type { Database } from '../db/database.ts';
import { isPostgres } from '../db/dialect.ts';
import { openServerKeys, reencryptServerKeys } from '../db/server-keys.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Features } from '../features.ts';
import { Sealer } from '../shared/sealer.ts';

export interface Rotation {
  /** False if a previous, unconfirmed rotation had already switched to the new key. */
  hasChanged: boolean;
  /** Number of encrypted values. */
  values: number;
}

/**
 * Re-encrypts everything in the database, in one transaction. The new key must be stored safely before: after
 * the transaction, the old key decrypts nothing. `makeKey` is called when the current key is known.
 */
export async function rotateKey(
  db: Database,
  features: Pick<Features, 'reencrypt'>,
  keys: SecretKey[],
  makeKey: () => Promise<SecretKey>,
): Promise<Rotation> {
  const current = await openServerKeys(db, keys);
  const next = await makeKey();
  if (next.key.equals(current.key)) return { hasChanged: false, values: 0 };
  const sealer = new Sealer(next.key);
  const change = (encrypted: string) => sealer.seal(current.sealer.open(encrypted));
  // Without this, values encrypted with the old key would stay in free pages of the SQLite file.
  if (!isPostgres(db)) await sql`pragma secure_delete = on`.execute(db);
  const values = await inTransaction(db, async (trx) => {
    await reencryptServerKeys(trx, change);
    return features.reencrypt(trx, change);
  });
  await next.adopt();
  return { hasChanged: true, values };
}
