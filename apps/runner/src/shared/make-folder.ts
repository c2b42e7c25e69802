import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, private to this account; one that is there stays as it is. Node's own
 * `recursive` turns in a circle for ever on file systems that take no folder, such as `/proc`.
 */
export async function makeFolder(path: string): Promise<void> {
  let problem = await makeOne(path);
  if (problem?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    problem = await makeOne(path);
  }
  if (!problem || (problem.code === 'EEXIST' && (await stat(path)).isDirectory())) return;
  throw problem;
}

function makeOne(path: string): Promise<NodeJS.ErrnoException | undefined> {
  return mkdir(path, { mode: 0o700 }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
}
