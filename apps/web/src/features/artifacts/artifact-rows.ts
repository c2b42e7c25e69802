import type { Artifact, Build } from '@millrace/contract/api';

/** Row of the list: a step or one of its files. */
export type ArtifactRow =
  | {
      kind: 'step';
      key: string;
      name: string;
      stage: number;
      step: number;
      /** Number and size of the step's files; undefined unless all are loaded. */
      sum?: { count: number; bytes: number };
    }
  | { kind: 'file'; key: string; file: Artifact };

/** Returns the value that identifies a file in the page's URL. */
function keyOf({ stage, step, path }: Artifact): string {
  return `${stage}/${step}/${path}`;
}

export function findFile(files: readonly Artifact[], key: string | null): Artifact | undefined {
  return files.find((file) => keyOf(file) === key);
}

/**
 * Groups the files whose path contains all words of the filter by step. Unless `isAll`, the last step may
 * have more files.
 */
export function toRows(
  files: readonly Artifact[],
  build: Pick<Build, 'stages'>,
  filter: string,
  isAll: boolean,
): ArtifactRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = files.filter(({ path }) =>
    words.every((word) => path.toLowerCase().includes(word)),
  );
  const groups = Map.groupBy(matching, ({ stage, step }) => `${stage}/${step}`);
  return [...groups].flatMap(([key, own], at): ArtifactRow[] => {
    const [first] = own;
    if (!first) return [];
    const { stage, step } = first;
    const isComplete = isAll || at < groups.size - 1;
    const sum = isComplete ? { sum: { count: own.length, bytes: sumOf(own) } } : {};
    return [
      { kind: 'step', key, name: nameOf(build, stage, step), stage, step, ...sum },
      ...own.map((file) => ({ kind: 'file' as const, key: keyOf(file), file })),
    ];
  });
}

export function sumOf(files: readonly Artifact[]): number {
  return files.reduce((bytes, { size }) => bytes + size, 0);
}

/** Splits a path into the folder, with a slash at the end, and the name. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, at), name: path.slice(at) };
}

function nameOf({ stages = [] }: Pick<Build, 'stages'>, stage: number, step: number): string {
  const of = stages.find(({ number }) => number === stage);
  const own = of?.steps?.find(({ number }) => number === step);
  return `${of?.name ?? stage} / ${own?.name ?? step}`;
}
