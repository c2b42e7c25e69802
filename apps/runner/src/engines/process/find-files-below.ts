import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, opendir, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileNameBytes, fileNameOf } from '@millrace/node-kit/file-names';
import type { FoundFile } from '../engine.ts';
import { isExecutableMode } from '../file-mode.ts';
import type { FileSearch } from '../file-search.ts';
import { readOpened } from '../read-opened.ts';
import { ignoreMissing } from './ignore-missing.ts';
import { openReal, pathOfFolder } from './open-real.ts';

/** Searches the folder with this real path. Never reads anything outside of it, even through links. */
export async function* findFilesBelow(top: string, search: FileSearch): AsyncGenerator<FoundFile> {
  const owner = (await lstat(top).catch(() => undefined))?.uid;
  if (owner === undefined) return;
  const pending = search.roots.toReversed();
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const stats = await attempt(lstat(fileNameBytes(join(top, path))));
    if (typeof stats === 'string') yield { path, problem: stats };
    else if (stats?.isDirectory()) {
      const below = await listFolder(top, path, search);
      if (typeof below === 'string') yield { path, problem: below };
      else pending.push(...below);
    } else if (stats && (await search.matches(path))) {
      if (stats.isSymbolicLink()) yield await readLink(top, path).catch(toProblem(path));
      else yield* openCandidate({ top, path, owner });
    }
  }
}

/** Returns the entries to visit next, in reverse order, or the reason why the folder cannot be read. */
async function listFolder(
  top: string,
  path: string,
  search: FileSearch,
): Promise<string[] | string> {
  if (!(await search.mayContain(path))) return [];
  const fullPath = join(top, path);
  const handle = await attempt(openReal(fullPath, constants.O_DIRECTORY));
  if (!handle || typeof handle === 'string') return handle ?? [];
  await using _closed = handle;
  const found: string[] = [];
  // Each byte of a name is one character.
  for await (const entry of await opendir(pathOfFolder(handle, fullPath), { encoding: 'latin1' })) {
    search.count();
    const name = fileNameOf(Buffer.from(entry.name, 'latin1'));
    const own = path === '' ? name : `${path}/${name}`;
    const isVisited = entry.isDirectory() ? search.mayContain(own) : search.matches(own);
    if (await isVisited) found.push(own);
  }
  return found.sort().reverse();
}

/** Returns the reason of a failure, and undefined if the file does not exist: a step may have removed it. */
async function attempt<Value>(access: Promise<Value>): Promise<Value | string | undefined> {
  return access.catch(ignoreMissing).catch(reasonOf);
}

/** Reads a link of the folder with this real path. Throws if its folder is reached through a link. */
async function readLink(top: string, path: string): Promise<FoundFile> {
  const folder = dirname(join(top, path));
  await using handle = await openReal(folder, constants.O_DIRECTORY);
  const fullPath = join(pathOfFolder(handle, folder), basename(path));
  return { path, linkTarget: fileNameOf(await readlink(fileNameBytes(fullPath), 'buffer')) };
}

function toProblem(path: string) {
  return (error: unknown): FoundFile => ({ path, problem: reasonOf(error) });
}

interface Candidate {
  top: string;
  path: string;
  /** Owner of the workspace, whose steps wrote the file. */
  owner: number;
}

async function* openCandidate({ top, path, owner }: Candidate): AsyncGenerator<FoundFile> {
  const opened = await openFile(join(top, path), owner).catch(reasonOf);
  if (typeof opened === 'string') {
    yield { path, problem: opened };
    return;
  }
  await using handle = opened;
  const { size, mode } = await handle.stat();
  const isExecutable = isExecutableMode(mode);
  yield { path, file: { size, isExecutable, read: () => readOpened(handle, size) } };
}

/** Opens a regular file of the folder with this real path. Throws if it is reached through a link. */
export async function openRegularFile(top: string, path: string): Promise<FileHandle> {
  return openFile(join(top, path), (await lstat(top)).uid);
}

async function openFile(fullPath: string, owner: number): Promise<FileHandle> {
  const linkStats = await lstat(fileNameBytes(fullPath));
  if (linkStats.isSymbolicLink()) throw new Error('it is a link');
  // Opening a device can have side effects.
  if (!linkStats.isFile()) throw new Error('it is not a regular file');
  const handle = await openReal(fullPath);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (isForeign(stats, owner)) throw new Error("it is a hard link to another user's file");
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * True for a hard link to a file of another user. Some systems let an account create such links to files that
 * it may not read, and root would read them.
 */
function isForeign({ nlink, uid }: Stats, owner: number): boolean {
  return process.getuid?.() === 0 && owner !== 0 && nlink > 1 && uid !== owner;
}

/** Omits the path on this host, which users must not see. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `it cannot be read (${String(error.code)})` : error.message;
}
