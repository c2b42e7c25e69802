import { constants, type Stats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNameBytes, fileNameOf } from '@millrace/node-kit/file-names';
import type { FileList, FileState } from '../engine.ts';
import { TooManyEntries } from '../file-search.ts';
import { ignoreMissing } from './ignore-missing.ts';
import { openReal, pathOfFolder } from './open-real.ts';

/** Maximum number of files and folders, whose states are in memory. */
const maxEntries = 500_000;

/** Lists the files and folders below the folder with this real path, except those of git. Follows no links. */
export async function listFiles(top: string, signal: AbortSignal): Promise<FileList> {
  const found = new Map<string, FileState>();
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    signal.throwIfAborted();
    for (const [path, state] of await listFolder(top, folder)) {
      found.set(path, state);
      if (state.type === 'directory') pending.push(path);
    }
    if (found.size > maxEntries) {
      throw new TooManyEntries(`there are more than ${maxEntries} files and folders`);
    }
  }
  return found;
}

async function listFolder(top: string, folder: string): Promise<[string, FileState][]> {
  const fullPath = join(top, folder);
  // A step may have removed the folder.
  const handle = await openReal(fullPath, constants.O_DIRECTORY).catch(ignoreMissing);
  if (!handle) return [];
  await using _closed = handle;
  const opened = pathOfFolder(handle, fullPath);
  const names = (await readdir(opened, 'buffer'))
    .map(fileNameOf)
    .filter((name) => folder !== '' || name !== '.git');
  const states = names.map(async (name): Promise<[string, FileState][]> => {
    const state = await readState(fileNameBytes(join(opened, name))).catch(ignoreMissing);
    return state ? [[folder === '' ? name : `${folder}/${name}`, state]] : [];
  });
  return (await Promise.all(states)).flat();
}

async function readState(fullPath: Buffer): Promise<FileState> {
  const stats = await lstat(fullPath);
  const state = stateOf(stats);
  if (!stats.isSymbolicLink()) return state;
  return { ...state, linkTarget: fileNameOf(await readlink(fullPath, 'buffer')) };
}

function stateOf(stats: Stats): FileState {
  const type = typeOf(stats);
  const { size, mode, mtimeMs, ctimeMs } = stats;
  // A folder changes whenever a file in it is created, and counts only with its permissions.
  const content =
    type === 'directory' ? { size: 0, mtimeMs: 0, ctimeMs: 0 } : { size, mtimeMs, ctimeMs };
  return { type, mode, ...content };
}

function typeOf(stats: Stats): FileState['type'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}
