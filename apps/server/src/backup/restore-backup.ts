import {
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '@millrace/node-kit/start-error';
import { sql } from 'kysely';
import { setFlag } from '../cluster/server-flags.ts';
import { requireNoServer } from '../cluster/server-list.ts';
import type { Config } from '../config/config.ts';
import type { DataDir } from '../config/data-dir.ts';
import { copiedTables, countRows, skippedTables } from '../db/copied-tables.ts';
import { copyDatabase } from '../db/copy-database.ts';
import { type Database, openDatabase, progressTable } from '../db/database.ts';
import { isUnreleased, listUnknown } from '../db/migrate.ts';
import { RepositoryFiles } from '../forges/builtin/repository-files.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { extractBackup } from './archive-reader.ts';
import { type BackupHead, backupFormat, databaseName, keyName } from './backup-format.ts';
import { checkObjects, type MissingObjects } from './check-objects.ts';
import { decryptKey } from './encrypted-key.ts';
import { isMissing, readFileOnce } from './read-file.ts';
import { resetRepository } from './reset-repository.ts';

export interface RestoreOptions {
  file: string;
  config: Config;
  dirs: DataDir;
  /** Whether to replace existing data. */
  isForced: boolean;
  /** Reads the passphrase of the key; null if the key is not restored. */
  readPassphrase: (() => Promise<string>) | null;
  /** Whether the restored server works at once, instead of waiting until a person resumes its work. */
  resumes: boolean;
  /** Opens the storage of logs and artifacts. */
  openObjects: () => Promise<ObjectStore>;
}

export interface Restored {
  head: BackupHead;
  missing: MissingObjects;
}

/**
 * Restores a backup into the configured data folder and database. Everything is verified in a folder beside the
 * data before anything is replaced. The database comes last: until then, no server can start on a part.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, config, dirs, isForced } = options;
  const target = config.database.url ? await openTarget(config.database.url) : null;
  try {
    if (!isForced) await requireEmpty(dirs, target);
    const work = await mkdtemp(join(config.dataDir, 'restore-'));
    try {
      const head = await extractBackup(file, work, requireKnown);
      const snapshot = join(work, databaseName);
      await prepareDatabase(file, snapshot, options);
      const key = await readKey(work, options);
      await restoreRepositories(work, dirs);
      const missing = await restoreObjects(work, snapshot, options);
      if (key) await writeFile(dirs.secretKeyFile, `${key.toString('hex')}\n`, { mode: 0o600 });
      if (target) await fillTarget(snapshot, target);
      else await replaceDatabase(snapshot, dirs.database);
      return { head, missing };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  } finally {
    await target?.destroy();
  }
}

/** @throws StartError if a newer version wrote the backup, or one before 1.0 */
function requireKnown({ format, version, migrations: applied }: BackupHead): void {
  if (isUnreleased(applied)) {
    throw new StartError(
      'A version of Millrace before 1.0 wrote this backup, which this version cannot restore.',
    );
  }
  if (format <= backupFormat && listUnknown(applied).length === 0) return;
  throw new StartError(
    `Millrace ${version} wrote this backup, which is newer. Restore it with that version or a later one.`,
  );
}

async function openTarget(url: string): Promise<Database> {
  const db = await openDatabase(url, { isCopy: true });
  try {
    await requireNoServer(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function requireEmpty(dirs: DataDir, target: Database | null): Promise<void> {
  const full = (what: string) =>
    new StartError(
      `${what} is not empty. Restore into an empty one, or replace its data with --force.`,
    );
  if ((await readdir(dirs.repositories)).length > 0) throw full(`The folder ${dirs.repositories}`);
  if (target) {
    for (const { table } of copiedTables) {
      if ((await countRows(target, table)) > 0) throw full('The database of MILLRACE_DATABASE_URL');
    }
  } else if (await hasContent(dirs.database))
    throw full(`The data folder ${dirname(dirs.database)}`);
}

async function hasContent(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Verifies and migrates the extracted database, and deletes the state of running servers. */
async function prepareDatabase(
  file: string,
  snapshot: string,
  { resumes }: RestoreOptions,
): Promise<void> {
  try {
    quickCheck(snapshot);
    await migrate(snapshot, resumes);
  } catch (error) {
    const reason = error instanceof StartError ? error.message : String(error);
    throw new StartError(`The database in ${file} is damaged: ${reason}. Nothing was restored.`);
  }
}

function quickCheck(snapshot: string): void {
  const check = new DatabaseSync(snapshot);
  try {
    const [row] = check.prepare('pragma quick_check(1)').all();
    if (row?.quick_check !== 'ok') throw new Error(String(row?.quick_check));
    // An empty file would be a new database, and the restore of nothing a success.
    const [migration] = check.prepare('select name from kysely_migration limit 1').all();
    if (!migration) throw new Error('it has no migrations');
  } finally {
    check.close();
  }
}

async function migrate(snapshot: string, resumes: boolean): Promise<void> {
  const db = await openDatabase(snapshot);
  try {
    for (const table of skippedTables) await db.deleteFrom(table).execute();
    if (!resumes) await setFlag(db, 'work-held');
    // The file is moved without its write-ahead log.
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  } finally {
    await db.destroy();
  }
}

async function readKey(work: string, options: RestoreOptions): Promise<Buffer | null> {
  if (!options.readPassphrase) return null;
  const text = await readFile(join(work, keyName), 'utf8').catch(() => {
    throw new StartError('The backup does not contain the key. Restore without --with-key.');
  });
  return await decryptKey(text, await options.readPassphrase());
}

async function restoreRepositories(work: string, dirs: DataDir): Promise<void> {
  const repositories = join(work, 'repositories');
  await mkdir(repositories, { recursive: true, mode: 0o700 });
  await addEmptyFolders(repositories);
  for (const repository of await new RepositoryFiles(repositories).list()) {
    await resetRepository(repositories, repository);
  }
  await rm(dirs.repositories, { recursive: true, force: true });
  await move(repositories, dirs.repositories);
}

/** Stores the objects of the backup, and checks all that the database references. */
async function restoreObjects(
  work: string,
  snapshot: string,
  { openObjects }: RestoreOptions,
): Promise<MissingObjects> {
  const objects = join(work, 'objects');
  const store = await openObjects();
  try {
    for (const folder of await readIfExists(objects)) {
      for (const name of await readdir(join(objects, folder)))
        await put(store, objects, `${folder}/${name}`);
    }
    return await checkObjects(snapshot, store);
  } finally {
    store.close();
  }
}

async function readIfExists(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Adds folders without which git recognizes no repository. A backup contains files only. */
async function addEmptyFolders(repositories: string): Promise<void> {
  for (const namespace of await readdir(repositories)) {
    for (const name of await readdir(join(repositories, namespace))) {
      for (const folder of ['refs/heads', 'refs/tags', 'objects/info', 'objects/pack']) {
        const path = join(repositories, namespace, name, folder);
        await mkdir(path, { recursive: true, mode: 0o700 });
      }
    }
  }
}

async function put(store: ObjectStore, objects: string, key: string): Promise<void> {
  const opened = await readFileOnce(join(objects, key));
  if (!opened) return;
  const { size, bytes } = opened;
  await store.put(key, { size, [Symbol.asyncIterator]: () => bytes[Symbol.asyncIterator]() });
}

/** Moves a folder, to another file system too. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await cp(from, to, { recursive: true });
  }
}

async function replaceDatabase(snapshot: string, database: string): Promise<void> {
  const file = await open(snapshot, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  for (const part of ['-wal', '-shm']) await rm(`${database}${part}`, { force: true });
  await rename(snapshot, database);
}

/** Copies the database into Postgres. While the progress table exists, no server starts on it. */
async function fillTarget(snapshot: string, target: Database): Promise<void> {
  await sql`drop table if exists ${sql.table(progressTable)}`.execute(target);
  const tables = [...copiedTables.map(({ table }) => table), ...skippedTables];
  for (const table of tables) await sql`truncate table ${sql.table(table)} cascade`.execute(target);
  const source = await openDatabase(snapshot);
  try {
    await copyDatabase(source, target, () => {});
  } finally {
    await source.destroy();
  }
}
