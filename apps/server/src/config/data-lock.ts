import { setTimeout as delay } from 'node:timers/promises';
import { type FolderLock, tryLockFolder } from '@millrace/node-kit/folder-lock';
import { StartError } from '@millrace/node-kit/start-error';

/** Maximum time to wait for a server that is stopping. */
const maxWaitMs = 5000;
const pollMs = 50;
const lockFile = 'server.lock';

/** Locks the data folder against other servers. */
export function lockDataDir(path: string): FolderLock {
  const lock = tryLockFolder(path, lockFile);
  if (lock) return lock;
  throw new StartError(
    `Another Millrace server uses the data folder ${path}. Stop it, or choose another folder with MILLRACE_DATA.`,
  );
}

/** Waits for the lock. After a restart, the previous server may still be stopping. */
export async function lockDataDirInTime(path: string, onWait: () => void): Promise<FolderLock> {
  const deadlineMs = performance.now() + maxWaitMs;
  let lock = tryLockFolder(path, lockFile);
  if (!lock) onWait();
  while (!lock && performance.now() < deadlineMs) {
    await delay(pollMs);
    lock = tryLockFolder(path, lockFile);
  }
  return lock ?? lockDataDir(path);
}
