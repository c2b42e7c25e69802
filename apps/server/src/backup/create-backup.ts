import { link, mkdtemp, open, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { version } from '@millrace/node-kit/version';
import type { Config } from '../config/config.ts';
import type { DataDir } from '../config/data-dir.ts';
import { hasObject } from '../object-store/has-object.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { readObject } from '../object-store/read-object.ts';
import { ArchiveWriter } from './archive-writer.ts';
import {
  type BackupHead,
  backupFormat,
  databaseName,
  headName,
  keyName,
  objectsFolder,
  repositoriesFolder,
} from './backup-format.ts';
import { encryptKey } from './encrypted-key.ts';
import { readFileOnce } from './read-file.ts';
import { listObjects } from './referenced-objects.ts';
import { readRepositories } from './repository-files.ts';
import { snapshotDatabase } from './snapshot-database.ts';

export interface BackupOptions {
  /** Path of the new file. It must not exist. */
  file: string;
  config: Config;
  dirs: DataDir;
  nowSec: number;
  /** Storage of logs and artifacts, to include their objects. */
  objects: ObjectStore | null;
  /** The key and the passphrase that encrypts it, to include it. */
  key: { key: Buffer; passphrase: string } | null;
}

export interface BackupResult {
  /** Objects that were deleted while the backup was created. */
  missingObjects: number;
}

/**
 * Writes a backup while servers run. The file gets its name when it is complete: an interrupted backup leaves a
 * folder `FILE.partial-…`.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const file = resolve(options.file);
  const work = await makeWorkFolder(file);
  try {
    const snapshot = join(work, databaseName);
    const { dirs, config } = options;
    const database = { url: config.database.url, file: dirs.database };
    const migrations = await snapshotDatabase(database, snapshot);
    const archive = join(work, 'archive');
    const writer = new ArchiveWriter(archive);
    const result = await fill(writer, { ...options, snapshot, migrations }).catch(
      async (error: unknown) => {
        await writer.abort();
        throw error;
      },
    );
    await writer.close();
    await publish(archive, file);
    return result;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function makeWorkFolder(file: string): Promise<string> {
  try {
    return await mkdtemp(`${file}.partial-`);
  } catch (error) {
    throw new StartError(`The backup ${file} cannot be written: ${errorMessage(error)}`);
  }
}

type Snapshot = BackupOptions & { snapshot: string; migrations: string[] };

async function fill(writer: ArchiveWriter, options: Snapshot): Promise<BackupResult> {
  const { dirs, nowSec, objects, key, snapshot, migrations } = options;
  const head: BackupHead = {
    format: backupFormat,
    version: version.version,
    migrations,
    created: nowSec,
    hasObjects: objects !== null,
  };
  await writer.addText(headName, JSON.stringify(head));
  const database = await readFileOnce(snapshot);
  if (!database) throw new Error('The snapshot of the database is missing');
  await writer.add(databaseName, database);
  if (key) await writer.addText(keyName, await encryptKey(key.key, key.passphrase));
  // After the database: they may be newer, never older.
  for await (const { name, ...content } of readRepositories(dirs.repositories)) {
    await writer.add(`${repositoriesFolder}${name}`, content);
  }
  return { missingObjects: objects ? await addObjects(writer, objects, snapshot) : 0 };
}

/** Adds the objects that the snapshot references. Returns the number of those that no longer exist. */
async function addObjects(
  writer: ArchiveWriter,
  store: ObjectStore,
  snapshot: string,
): Promise<number> {
  let missing = 0;
  for (const { key, size } of listObjects(snapshot, ['artifact', 'log'])) {
    // Before the entry begins, because it could not be removed from the archive.
    if (!(await hasObject(store, { key, size }))) {
      missing++;
      continue;
    }
    await writer.add(`${objectsFolder}${key}`, { size, bytes: readObject(store, key, 0, size) });
  }
  return missing;
}

/** Gives a complete file its name, unless a file with this name exists. */
async function publish(archive: string, file: string): Promise<void> {
  try {
    await link(archive, file);
  } catch (error) {
    throw new StartError(`The backup ${file} cannot be written: ${errorMessage(error)}`);
  }
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
