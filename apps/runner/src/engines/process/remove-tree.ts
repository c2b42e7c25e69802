import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Removes a directory with everything in it. Unlike Node, it also removes directories without permissions,
 * paths beyond the length limit and names that are not valid text.
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
