import { randomBytes } from 'node:crypto';
import { StartError } from '@millrace/node-kit/start-error';
import type { SecretKey } from '../config/secret-key.ts';
import { Sealer } from '../shared/sealer.ts';
import type { Database } from './database.ts';
import { isPostgres } from './dialect.ts';
import { reencryptColumn } from './reencrypt.ts';

/** An encrypted known value that identifies the key of the database. */
const probe = 'probe';
/** Key that encrypts and signs in pipeline files. It is stored encrypted, and survives a rotation. */
const pipelineKey = 'pipeline-key';

export interface ServerKeys {
  key: Buffer;
  sealer: Sealer;
  pipelineSealer: Sealer;
}

/**
 * Finds the key that belongs to the database.
 * @throws StartError if none does
 */
export async function openServerKeys(db: Database, keys: SecretKey[]): Promise<ServerKeys> {
  const stored = (await readValues(db)) ?? (await createValues(db, keys[0]));
  for (const { key, adopt } of keys) {
    const sealer = new Sealer(key);
    const pipeline = sealer.tryOpen(stored.get(pipelineKey) ?? '');
    if (pipeline === undefined || sealer.tryOpen(stored.get(probe) ?? '') !== probe) continue;
    await adopt();
    return { key, sealer, pipelineSealer: new Sealer(Buffer.from(pipeline, 'hex')) };
  }
  throw new StartError(
    isPostgres(db)
      ? 'The secret key does not belong to this database. All servers on it need the same key: MILLRACE_SECRET_KEY of the first server, or the file secret.key in its data folder.'
      : 'The secret key does not belong to this data folder. Start with the key with which the folder was created: MILLRACE_SECRET_KEY at that time, or the file secret.key in the data folder.',
  );
}

async function readValues(db: Database): Promise<Map<string, string> | undefined> {
  const rows = await db.selectFrom('sealed_values').selectAll().execute();
  return rows.length > 0 ? new Map(rows.map((row) => [row.name, row.sealed])) : undefined;
}

async function createValues(db: Database, first: SecretKey | undefined) {
  if (!first) throw new StartError('No secret key found.');
  const sealer = new Sealer(first.key);
  await db
    .insertInto('sealed_values')
    .values([
      { name: probe, sealed: sealer.seal(probe) },
      { name: pipelineKey, sealed: sealer.seal(randomBytes(32).toString('hex')) },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readValues(db)) ?? new Map<string, string>();
}

/** Encrypts the keys in the database with another key. */
export const reencryptServerKeys = reencryptColumn('sealed_values', 'sealed', ['name']);
