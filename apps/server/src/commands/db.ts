import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readArgs } from '@millrace/cli/command-line/read-args';
import { say } from '@millrace/cli/command-line/say';
import { formatSize } from '@millrace/contract/format-size';
import { StartError } from '@millrace/node-kit/start-error';
import { requireNoServer } from '../cluster/server-list.ts';
import { lockDataDir } from '../config/data-lock.ts';
import { compactFile } from '../db/compact-file.ts';
import { copyDatabase } from '../db/copy-database.ts';
import { type Database, isPostgresUrl, openDatabase } from '../db/database.ts';
import { progressBar } from './progress-bar.ts';

const usage = `Usage:
  millrace db copy --from PLACE --to PLACE   copies an installation's database; its servers must be stopped
  millrace db compact PLACE                  shrinks a SQLite file; its server must be stopped

PLACE is a data folder, or the address of a Postgres: postgres://USER:PASSWORD@HOST/DATABASE`;

interface OfflineDatabase {
  db: Database;
  close: () => Promise<void>;
}

/** `millrace db …` */
export async function db(args: readonly string[]): Promise<number> {
  return args[0] === 'compact' ? await compact(args) : await copy(args);
}

async function copy(args: readonly string[]): Promise<number> {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
  const { words, values } = readArgs(args, 1, options, usage);
  const { from, to } = values;
  if (words[0] !== 'copy' || !from || !to) throw new StartError(usage);
  const source = await openOffline(from);
  try {
    const target = await openOffline(to, { isTarget: true });
    try {
      await copyDatabase(source.db, target.db, progressBar(process.stdout));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  say('Done: all tables have the same number of rows.');
  say('Git repositories, the key file secret.key and logs in an object store stay where they are.');
  return 0;
}

async function compact(args: readonly string[]): Promise<number> {
  const { words } = readArgs(args, 2, {}, usage);
  const location = words[1] ?? '';
  if (isPostgresUrl(location)) {
    throw new StartError(
      'Postgres reuses free space by itself. To shrink its files, use VACUUM FULL.',
    );
  }
  const file = fileOf(location);
  const { db, close } = await openOffline(location);
  const before = statSync(file).size;
  try {
    await compactFile(db);
  } finally {
    await close();
  }
  say(`${file}: ${formatSize(before)} before, ${formatSize(statSync(file).size)} now.`);
  return 0;
}

async function openOffline(location: string, { isTarget = false } = {}): Promise<OfflineDatabase> {
  if (isPostgresUrl(location)) {
    const db = await openDatabase(location, { isCopy: isTarget });
    await requireNoServer(db);
    return { db, close: () => db.destroy() };
  }
  const file = fileOf(location);
  if (isTarget) await makePrivate(file);
  else if (!statSync(file, { throwIfNoEntry: false })) {
    throw new StartError(`There is no database ${file}.`);
  }
  const lock = lockDataDir(dirname(file));
  const db = await openDatabase(file, { isCopy: isTarget });
  return {
    db,
    close: async () => {
      await db.destroy();
      lock.release();
    },
  };
}

function fileOf(location: string): string {
  const path = resolve(location);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? join(path, 'millrace.db')
    : path;
}

async function makePrivate(file: string): Promise<void> {
  try {
    await (await open(file, 'a', 0o600)).close();
  } catch (error) {
    throw new StartError(`${file} cannot be written: ${String(error)}`);
  }
}
