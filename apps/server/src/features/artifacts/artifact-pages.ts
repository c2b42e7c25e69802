import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StepOfBuild } from '../../domain/step-of-build.ts';
import type { ArtifactService } from './artifact-service.ts';
import type { Artifact } from './artifact-store.ts';

/** An artifact in the list of its build. */
export type ListedFile = Artifact & StepOfBuild;

/** Position of a file in the list: its stage, step and path. The file may have been deleted. */
export interface FilePosition {
  stage: number;
  step: number;
  path: string;
}

/** Returns the text from which `readFilePlace` reads a position. */
export function positionText({ stage, step, path }: FilePosition): string {
  return `${stage}/${step}/${path}`;
}

export interface FilesQuery {
  /** Ordered by stage and step. */
  steps: readonly StepOfBuild[];
  /** The page starts after this position. */
  after?: FilePosition | undefined;
  limit: number;
  matches?: ((path: string) => boolean) | undefined;
}

interface FilePage {
  files: ListedFile[];
  /** Start of the next page; null on the last page. */
  next: FilePosition | null;
}

/** Rows of one query. A larger number would block the event loop for more than a few milliseconds on SQLite. */
const rowsPerQuery = 1000;
/**
 * Number of files that one call matches against a search. Because of it, a page may have fewer files than
 * requested.
 */
const maxCompared = 20_000;

/** Reads a page of the artifacts of a build, by stage, step and path. */
export async function readFilePage(
  artifacts: ArtifactService,
  { steps, after, limit, matches }: FilesQuery,
): Promise<FilePage> {
  const files: ListedFile[] = [];
  let compared = 0;
  let last = after;
  const owners = await artifacts.listOwners(steps.map(({ id }) => id));
  for (const step of steps.filter(({ id }) => owners.has(id))) {
    if (after && isBefore(step, after)) continue;
    const { stage, step: number } = step;
    const isSame = after?.stage === stage && after.step === number;
    let path = isSame ? after.path : undefined;
    for (let isMore = true; isMore; ) {
      const rows = await artifacts.listOfStep(step.id, path, rowsPerQuery);
      for (const row of rows) {
        if (last && (files.length === limit || compared === maxCompared)) {
          return { files, next: last };
        }
        compared++;
        path = row.path;
        last = { stage, step: number, path };
        if (matches?.(path) ?? true) files.push({ ...row, ...step });
      }
      isMore = rows.length === rowsPerQuery;
      if (isMore) await nextTurn();
    }
  }
  return { files, next: null };
}

/** Yields all files of these steps, and reads them page by page as they are consumed. */
export async function* readAllFiles(
  artifacts: ArtifactService,
  steps: readonly StepOfBuild[],
): AsyncGenerator<ListedFile> {
  let after: FilePosition | undefined;
  do {
    const page = await readFilePage(artifacts, { steps, after, limit: rowsPerQuery });
    yield* page.files;
    after = page.next ?? undefined;
  } while (after);
}

function isBefore(one: Omit<FilePosition, 'path'>, other: FilePosition): boolean {
  return one.stage === other.stage ? one.step < other.step : one.stage < other.stage;
}
