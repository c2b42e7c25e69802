import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents with private permissions; an existing folder stays unchanged. Node's own
 * `recursive` loops endlessly on file systems that reject new folders, such as `/proc`.
 */
export async function makeFolder(path: string): Promise<void> {
  let problem = await tryMakeFolder(path);
  if (problem?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    problem = await tryMakeFolder(path);
  }
  if (!problem || (problem.code === 'EEXIST' && (await stat(path)).isDirectory())) return;
  throw problem;
}

function tryMakeFolder(path: string): Promise<NodeJS.ErrnoException | undefined> {
  return mkdir(path, { mode: 0o700 }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
}
