import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readArgs } from '@millrace/cli/command-line/read-args';
import { readInput } from '@millrace/cli/command-line/read-input';
import { say } from '@millrace/cli/command-line/say';
import { systemClock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import { createLogger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import { createBackup } from '../backup/create-backup.ts';
import { recordBackup } from '../cluster/last-backup.ts';
import { type Config, configFromEnv } from '../config/config.ts';
import { type DataDir, openDataDir } from '../config/data-dir.ts';
import { readSecretKeys } from '../config/secret-key.ts';
import { FileStore } from '../object-store/file-store.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { openObjectStore } from '../object-store/open-object-store.ts';
import { DiskReserve } from '../shared/disk-reserve.ts';

const usage = `Usage:
  millrace backup FILE [--objects] [--with-key]   writes a backup; the server may be running

  --objects    includes artifacts, and logs in the object store
  --with-key   includes the key, encrypted with a passphrase on standard input`;

const minPassphraseLength = 12;

/** `millrace backup FILE` */
export async function backup(args: readonly string[]): Promise<number> {
  const options = { objects: { type: 'boolean' }, 'with-key': { type: 'boolean' } } as const;
  const { words, values } = readArgs(args, 1, options, usage);
  const [file = ''] = words;
  const config = configFromEnv();
  requireDatabase(config);
  const dirs = await openDataDir(config);
  const key = values['with-key']
    ? { key: await readKey(dirs, config), passphrase: await readPassphrase() }
    : null;
  const objects = values.objects ? await openObjects(config, dirs) : null;
  try {
    const nowSec = systemClock.nowSec();
    const { missingObjects } = await createBackup({ file, config, dirs, nowSec, objects, key });
    await record({ url: config.database.url, file: dirs.database }, nowSec);
    if (missingObjects > 0) say(`${missingObjects} objects were deleted during the backup.`);
  } finally {
    objects?.close();
  }
  say(`Done: ${file}`);
  if (!key) say('Store the key separately: the backup is useless without it.');
  return 0;
}

/** Stores the time of the backup, which is complete even if that fails. */
async function record(...[database, nowSec]: Parameters<typeof recordBackup>): Promise<void> {
  try {
    await recordBackup(database, nowSec);
  } catch (error) {
    say(`The metrics will not contain the time of this backup: ${errorMessage(error)}`);
  }
}

/** The data folder must be that of the server: a new one would be backed up without an error. */
function requireDatabase({ dataDir, database }: Config): void {
  if (database.url || statSync(join(dataDir, 'millrace.db'), { throwIfNoEntry: false })?.size)
    return;
  throw new StartError(
    `The data folder ${dataDir} has no database. Set MILLRACE_DATA to the data folder of the server.`,
  );
}

/** Opens the storage of logs and artifacts. */
export async function openObjects(config: Config, dirs: DataDir): Promise<ObjectStore> {
  const { logStore, diskReserveBytes } = config;
  if (logStore) return openObjectStore(logStore, createLogger(config.logLevel), diskReserveBytes);
  return new FileStore(dirs.artifacts, new DiskReserve(dirs.artifacts, diskReserveBytes));
}

/** Reads a passphrase from standard input. */
export async function readPassphrase(): Promise<string> {
  const passphrase = (await readInput()).trim();
  if (passphrase.length >= minPassphraseLength) return passphrase;
  throw new StartError(
    `Give a passphrase of at least ${minPassphraseLength} characters on standard input.`,
  );
}

async function readKey(dirs: DataDir, config: Config): Promise<Buffer> {
  const [first] = await readSecretKeys(dirs, config);
  if (!first) throw new StartError('No secret key found.');
  return first.key;
}
