import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDataDir } from './config/data-dir.ts';
import { openDatabase } from './db/database.ts';

async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'millrace-data-dir-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

async function databaseModes(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('millrace.db'));
  return Promise.all(names.map(async (name) => `${name} ${await modeOf(join(folder, name))}`));
}

it('creates the folder and the database with access for this system account only', async () => {
  const folder = join(await temporaryDirectory(), 'deep', 'data');
  const dirs = await openDataDir({ dataDir: folder });
  const db = await openDatabase(dirs.database);
  onTestFinished(() => db.destroy());
  expect(await modeOf(folder)).toBe('700');
  expect(await databaseModes(folder)).toEqual([
    'millrace.db 600',
    'millrace.db-shm 600',
    'millrace.db-wal 600',
  ]);
});

it('restricts the permissions of an existing folder and its files', async () => {
  const folder = await temporaryDirectory();
  await chmod(folder, 0o755);
  for (const name of ['millrace.db', 'millrace.db-wal']) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), 0o644);
  }
  await openDataDir({ dataDir: folder });
  expect(await modeOf(folder)).toBe('700');
  expect(await databaseModes(folder)).toEqual(['millrace.db 600', 'millrace.db-wal 600']);
});

it('rejects a shared folder', async () => {
  const folder = join(await temporaryDirectory(), 'shared');
  await mkdir(folder);
  await chmod(folder, 0o1777);
  await expect(openDataDir({ dataDir: folder })).rejects.toThrow('MILLRACE_DATA');
  expect(await modeOf(folder)).toBe('1777');
});

it('reports a folder that cannot be created, at any depth', async () => {
  const refused = openDataDir({ dataDir: '/proc/millrace/data' });
  await expect(refused).rejects.toThrow('The data folder /proc/millrace/data cannot be written');
  const file = join(await temporaryDirectory(), 'file');
  await writeFile(file, '');
  await expect(openDataDir({ dataDir: file })).rejects.toThrow('(EEXIST)');
  await expect(openDataDir({ dataDir: join(file, 'data') })).rejects.toThrow('(ENOTDIR)');
});
