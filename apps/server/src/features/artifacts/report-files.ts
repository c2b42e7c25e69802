import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArtifactService } from './artifact-service.ts';
import type { Artifact } from './artifact-store.ts';

type Artifacts = Pick<ArtifactService, 'findFile' | 'listBelow'>;

/** Target of an address below that of a report. `moved` is a folder whose address lacks the slash at the end. */
export type ReportFile =
  | { kind: 'file'; file: Artifact }
  | { kind: 'folder'; entries: FolderEntry[] }
  | { kind: 'moved' };

export interface FolderEntry {
  name: string;
  /** Bytes of a file; null for a folder. */
  size: number | null;
}

/** Rows of one query. A larger number would block the event loop for more than a few milliseconds on SQLite. */
const rowsPerQuery = 1000;

/**
 * Finds a file or a folder of a step. `path` is compared with the paths of artifacts and nothing else, so `..` in it leads nowhere.
 */
export async function findReportFile(
  artifacts: Artifacts,
  stepId: number,
  path: string,
): Promise<ReportFile | undefined> {
  const isFolder = path === '' || path.endsWith('/');
  if (!isFolder) {
    const file = await artifacts.findFile(stepId, path);
    if (file) return { kind: 'file', file };
    const [first] = await artifacts.listBelow(stepId, path, '', 1);
    return first && { kind: 'moved' };
  }
  const index = await artifacts.findFile(stepId, `${path}index.html`);
  if (index) return { kind: 'file', file: index };
  const entries = await listFolder(artifacts, stepId, path.replace(/\/$/, ''));
  return entries.length > 0 ? { kind: 'folder', entries } : undefined;
}

/** Lists the files and folders in a folder; '' is that of all artifacts. */
async function listFolder(
  artifacts: Artifacts,
  stepId: number,
  folder: string,
): Promise<FolderEntry[]> {
  const entries = new Map<string, number | null>();
  const start = folder ? folder.length + 1 : 0;
  let after = '';
  for (let isMore = true; isMore; ) {
    const rows = await artifacts.listBelow(stepId, folder, after, rowsPerQuery);
    for (const { path, size } of rows) {
      const [name = '', ...below] = path.slice(start).split('/');
      entries.set(name, below.length > 0 ? null : size);
      after = path;
    }
    isMore = rows.length === rowsPerQuery;
    if (isMore) await nextTurn();
  }
  return [...entries].map(([name, size]) => ({ name, size }));
}
