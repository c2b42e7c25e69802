import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../shared/start-error.ts';

/** How long a server that is being ended is waited for. */
const patienceMs = 5000;
const pollMs = 50;
/** What SQLite says of a lock that somebody else holds. */
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

/** The same for whoever starts a server anew, and may be quicker than the end of the one before. */
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
