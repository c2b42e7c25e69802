import type { SecretKey } from '../../config/secret-key.ts';
import type { Database } from '../../db/database.ts';
import { openServerKeys } from '../../db/server-keys.ts';
import { Sealer } from '../../shared/sealer.ts';
import { reseal } from './reseal.ts';

export interface Rotation {
  /** False where the new key was in use already, after a rotation whose end was not seen. */
  hasChanged: boolean;
  secrets: number;
}

/**
 * Re-encrypts the database. The new key must be stored safely first: after the transaction, the old key
 * decrypts nothing. `makeKey` is called once the current key is known.
 */
export async function rotateKey(
  db: Database,
  keys: SecretKey[],
  makeKey: () => Promise<SecretKey>,
): Promise<Rotation> {
  const present = await openServerKeys(db, keys);
  const next = await makeKey();
  if (next.key.equals(present.key)) return { hasChanged: false, secrets: 0 };
  const secrets = await reseal(db, present.sealer, new Sealer(next.key));
  await next.adopt();
  return { hasChanged: true, secrets };
}
