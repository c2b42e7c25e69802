import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../shared/start-error.ts';

/** Time to wait for the end of a server that is stopping. */
const patienceMs = 5000;
const pollMs = 50;
/** Error code of SQLite if another process holds the lock. */
const sqliteBusy = 5;

interface Lock {
  release(): void;
}

/**
 * Keeps a second server off the data folder. The lock is the operating system's on an open file, so
 * it is gone with the process, however that ends.
 */
export function lockDataDir(path: string): Lock {
  const lock = tryLock(path);
  if (lock) return lock;
  throw new StartError(
    `Another Millrace server uses the data folder ${path}. Stop it, or choose another folder with MILLRACE_DATA.`,
  );
}

/** Waits for the lock. After a restart, the previous server may still be stopping. */
export async function lockDataDirInTime(path: string, onWait: () => void): Promise<Lock> {
  const deadlineMs = performance.now() + patienceMs;
  let lock = tryLock(path);
  if (!lock) onWait();
  while (!lock && performance.now() < deadlineMs) {
    await delay(pollMs);
    lock = tryLock(path);
  }
  return lock ?? lockDataDir(path);
}

/** Undefined while another process has it. */
function tryLock(path: string): Lock | undefined {
  const lock = new DatabaseSync(join(path, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      return undefined;
    }
    throw new StartError(`The data folder ${path} cannot be locked: ${String(error)}`);
  }
}
