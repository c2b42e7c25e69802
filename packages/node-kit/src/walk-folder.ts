import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from './error-message.ts';
import { fileNameBytes, fileNameOf, printableFileName } from './file-names.ts';

export interface WalkedEntry {
  /** Relative to the folder; may have any bytes, see `fileNameOf`. */
  path: string;
  stats: Stats;
}

/**
 * Yields everything below a folder, each folder before its content. Follows no links. Throws if an entry cannot be read
 * or vanishes, so that the end of the walk means that it was complete.
 */
export async function* walkFolder(top: string): AsyncGenerator<WalkedEntry> {
  const pending = await listFolder(top, '');
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const stats = await withPath(path, lstat(fileNameBytes(join(top, path))));
    yield { path, stats };
    if (stats.isDirectory()) pending.push(...(await listFolder(top, path)));
  }
}

/** Lists the paths of a folder's entries, in reverse order. */
async function listFolder(top: string, path: string): Promise<string[]> {
  const folder = fileNameBytes(join(top, path));
  const names = await withPath(path, readdir(folder, { encoding: 'buffer' }));
  const texts = names.map(fileNameOf).sort().reverse();
  return path === '' ? texts : texts.map((name) => `${path}/${name}`);
}

/** Names the path in errors, and not the folder on this host. */
async function withPath<Value>(path: string, promise: Promise<Value>): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : errorMessage(error);
    throw new Error(`${printableFileName(path) || 'The folder'} cannot be read (${reason})`);
  }
}
