import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Removes a directory with all in it, whatever a step made of it: also directories that are closed, deeper
 * than any path can say, or with names that are no text, which Node itself cannot remove.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await remove(path);
  } catch {
    await run('chmod', ['-R', 'u+rwX', '--', path]).catch(() => undefined);
    await remove(path);
  }
}

async function remove(path: string): Promise<void> {
  await run('rm', ['-rf', '--', path]);
}
