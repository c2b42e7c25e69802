import { readTar } from '@millrace/node-kit/tar/read-tar';
import type { WorkspaceFiles } from '../../../engines/engine.ts';

/** A path of a cache. */
export interface CachePart {
  /** As the pipeline has it. */
  path: string;
  /** Files that contain it. */
  files: WorkspaceFiles;
  /** Path in these files; empty for all of them, which is a folder outside of the workspace. */
  inner: string;
  /** Name in archives. */
  name: string;
}

/** First name of the folders outside of the workspace. No path of the workspace begins with it if there are such folders. */
const outside = '~';

export function partsOf(paths: readonly string[], files: WorkspaceFiles): CachePart[] {
  return paths.map((path) => {
    const folder = files.folders?.get(path);
    if (!folder) return { path, files, inner: path, name: path };
    const name = path.startsWith('/')
      ? `${outside}/root${path}`
      : `${outside}/home${path.slice(1)}`;
    return { path, files: folder, inner: '', name };
  });
}

/** True if a part exists. A folder outside of the workspace always does; it counts if it has files. */
export async function hasPart({ files, inner }: CachePart, signal: AbortSignal): Promise<boolean> {
  if (inner !== '') return files.has(inner);
  const archive = await files.pack('', signal);
  if (!archive) return false;
  let entries = 0;
  for await (const _ of readTar(archive)) if (++entries > 1) return true;
  return false;
}
