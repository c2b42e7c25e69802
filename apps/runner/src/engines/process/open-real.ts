import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';

const isLinux = process.platform === 'linux';

/**
 * Opens what is at this real path itself, for reading. A step may put links anywhere at any time, also
 * between a look and the opening: what was opened is asked where it is.
 */
export async function openReal(path: string, flags = 0): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags);
  try {
    const place = await (isLinux ? readlink(pathOf(handle)) : realpath(path));
    if (place !== path) throw new Error('it is reached through a link');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A path that leads to what was opened, whatever is at its own by now. */
export function pathOfFolder(handle: FileHandle, path: string): string {
  return isLinux ? pathOf(handle) : path;
}

function pathOf(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}
