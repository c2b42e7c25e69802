import { randomUUID } from 'node:crypto';
import { StoreAwayError } from '@millrace/contract/api-errors';
import { systemClock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import type { ObjectStoreSettings } from '../config/object-store-settings.ts';
import { DiskReserve } from '../shared/disk-reserve.ts';
import { FileStore } from './file-store.ts';
import type { ObjectStore } from './object-store.ts';
import { WatchedStore } from './watched-store.ts';

/** Time limit of the check at the start, for a store that does not respond. */
const maxCheckMs = 5000;

/** Opens the configured store. Its outages are logged. */
export async function openObjectStore(
  settings: ObjectStoreSettings,
  logger: Logger,
  reserveBytes = 0,
): Promise<ObjectStore> {
  return new WatchedStore(await createStore(settings, reserveBytes), logger);
}

/**
 * Throws {@link StartError} if the store rejects an operation that the server needs. An unavailable store is
 * no error, because operations are retried later.
 */
export async function tryOutStore(
  store: ObjectStore,
  { variable, url }: ObjectStoreSettings,
): Promise<void> {
  const ended = new AbortController();
  try {
    await Promise.race([tryOut(store), systemClock.wait(maxCheckMs, ended.signal)]);
  } catch (error) {
    if (error instanceof StoreAwayError && !error.isRefusal) return;
    throw new StartError(`${variable} is ${url}, which cannot be used: ${describe(error)}`);
  } finally {
    ended.abort();
  }
}

async function createStore(
  settings: ObjectStoreSettings,
  reserveBytes: number,
): Promise<ObjectStore> {
  if (settings.kind === 'files') {
    return new FileStore(settings.folder, new DiskReserve(settings.folder, reserveBytes));
  }
  // Loaded on demand: the SDK is large, and few servers use it.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(settings);
}

/** Tries all operations that the server uses. */
async function tryOut(store: ObjectStore): Promise<void> {
  const key = `tried/${randomUUID()}.txt`;
  const text = Buffer.from('Millrace tests whether it can write, read and delete objects here.\n');
  await store.put(key, text);
  await store.get(key, 0, text.length);
  await store.delete(key);
}

function describe(error: unknown): string {
  const reason = error instanceof StoreAwayError ? error.cause : error;
  const text = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  return text.replaceAll(/\s+/g, ' ');
}
