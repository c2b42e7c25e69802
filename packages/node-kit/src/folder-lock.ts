import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

/** Error code of SQLite if another process holds the lock. */
const sqliteBusy = 5;

export interface FolderLock {
  release(): void;
}

/**
 * Locks a data folder through one of its files; returns undefined while another process holds the lock. The
 * operating system holds the lock on an open file, so it ends with the process, however that ends.
 */
export function tryLockFolder(folder: string, fileName: string): FolderLock | undefined {
  const lock = new DatabaseSync(join(folder, fileName), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      return undefined;
    }
    throw new StartError(`The data folder ${folder} cannot be locked: ${String(error)}`);
  }
}
