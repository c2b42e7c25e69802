import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../shared/errors.ts';

/**
 * Keeps a second server off the data folder. The lock is the operating system's on an open file, so
 * it is gone with the process, however that ends.
 */
export function lockDataDir(path: string): { release(): void } {
  const lock = new DatabaseSync(join(path, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new StartError(
      `Another Millrace server uses the data folder ${path}. Stop it, or choose another folder with MILLRACE_DATA.`,
    );
  }
  return { release: () => lock.close() };
}
