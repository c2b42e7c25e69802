import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { fileNameBytes } from '@millrace/node-kit/file-names';

const isLinux = process.platform === 'linux';

/**
 * Opens the file at this real path for reading. A step may create links at any time, even between a check and
 * the opening, so the path of the opened file is checked afterwards.
 */
export async function openReal(path: string, flags = 0): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(fileNameBytes(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags);
  try {
    const realPath = await (isLinux
      ? readlink(pathOf(handle), 'buffer')
      : realpath(fileNameBytes(path), 'buffer'));
    if (!realPath.equals(fileNameBytes(path))) throw new Error('it is reached through a link');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Returns a path to the opened file that remains valid if the file is replaced. */
export function pathOfFolder(handle: FileHandle, path: string): string {
  return isLinux ? pathOf(handle) : path;
}

function pathOf(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}
