import { constants } from 'node:fs';
import { type FileHandle, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundFile } from '../engine.ts';
import type { FileSearch } from '../file-search.ts';
import { readOpened } from '../read-opened.ts';
import { openReal, pathOfFolder } from './open-real.ts';

/** Searches a folder that is at its real path. Whatever stands in it, nothing beside it is read. */
export async function* findFilesBelow(top: string, search: FileSearch): AsyncGenerator<FoundFile> {
  const waiting = search.roots.toReversed();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stats = await lstat(join(top, path)).catch(() => undefined);
    if (stats?.isDirectory()) waiting.push(...(await listFolder(top, path, search)));
    else if (stats && search.wants(path)) yield* offer(top, path);
  }
}

/** What of a folder is looked at further, the last first; nothing where it cannot be read. */
async function listFolder(top: string, path: string, search: FileSearch): Promise<string[]> {
  if (!search.mayHold(path)) return [];
  const place = join(top, path);
  const handle = await openReal(place, constants.O_DIRECTORY).catch(() => undefined);
  if (!handle) return [];
  await using _closed = handle;
  const found: string[] = [];
  for await (const entry of await opendir(pathOfFolder(handle, place))) {
    search.count();
    const own = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory() ? search.mayHold(own) : search.wants(own)) found.push(own);
  }
  return found.sort().reverse();
}

async function* offer(top: string, path: string): AsyncGenerator<FoundFile> {
  const opened = await openFile(join(top, path)).catch(reasonOf);
  if (typeof opened === 'string') {
    yield { path, problem: opened };
    return;
  }
  await using handle = opened;
  const { size } = await handle.stat();
  yield { path, file: { size, read: () => readOpened(handle, size) } };
}

async function openFile(place: string): Promise<FileHandle> {
  const looked = await lstat(place);
  if (looked.isSymbolicLink()) throw new Error('it is a link');
  // Opening a device may do something.
  if (!looked.isFile()) throw new Error('it is no file');
  const handle = await openReal(place);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error('it is no file');
}

/** Without the path on this host, which is nobody's business. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `it cannot be read (${String(error.code)})` : error.message;
}
