import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  type ComparedBuild,
  compareBuild,
  type TestsQuery,
} from '../../domain/tests/compare-build.ts';
import { readEntries, writeEntries } from '../../domain/tests/entry-bytes.ts';
import {
  countEntries,
  entriesOf,
  mergeEntries,
  type TestEntries,
} from '../../domain/tests/test-entries.ts';
import { historyOf, listRecords } from '../../domain/tests/test-records.ts';
import type { WindowBuild } from '../../domain/tests/test-window.ts';

/** Results of a step as they are stored. */
export interface PackedResults {
  stands: boolean;
  entries: Uint8Array;
}

export interface PackedBuild {
  commit: string;
  steps: readonly PackedResults[];
}

interface PackedComparison extends Pick<ComparedBuild, 'hasBefore'> {
  itself: PackedBuild;
  others: readonly PackedBuild[];
}

type RecordsQuery = Parameters<typeof listRecords>[1];

/** A search may find every name: an array is handed to the thread in a millisecond, a set takes a hundred. */
type Packed<Query extends { named?: unknown }> = Omit<Query, 'named'> & {
  named?: Uint32Array | undefined;
};

/** Work on many results at once: it runs in a thread. */
const tasks = {
  /** One block of a new report and of blocks before it, in which the report may have older results. */
  pack: (report: number, own: TestEntries, before: readonly Uint8Array[]) =>
    packEntries(mergeEntries([mergeEntries(before.map(unpack), report), own])),
  countReport: (blocks: readonly Uint8Array[], report: number) =>
    countEntries(mergeEntries(blocks.map(unpack)), report),
  compareBuild: ({ itself, others, hasBefore }: PackedComparison, query: Packed<TestsQuery>) =>
    compareBuild(
      { itself: unpackBuild(itself), others: others.map(unpackBuild), hasBefore },
      unpackQuery(query),
    ),
  listRecords: (builds: readonly PackedBuild[], query: Packed<RecordsQuery>) =>
    listRecords(builds.map(unpackBuild), unpackQuery(query)),
  historyOf: (builds: readonly PackedBuild[], testId: number) =>
    historyOf(builds.map(unpackBuild), testId),
  /** The runs of one test in each block. */
  listRuns: (blocks: readonly Uint8Array[], testId: number) =>
    blocks.map((block) => entriesOf(unpack(block), testId)),
};

function unpackQuery<Query extends { named?: Uint32Array | undefined }>(query: Query) {
  return { ...query, named: query.named && { has: finderIn(query.named) } };
}

/** A binary search: a set of all names takes much memory for each request. */
function finderIn(sorted: Uint32Array): (id: number) => boolean {
  return (id) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle] ?? 0) < id) from = middle + 1;
      else to = middle;
    }
    return sorted[from] === id;
  };
}

function unpackBuild({ commit, steps }: PackedBuild): WindowBuild {
  return {
    commit,
    steps: steps.map(({ stands, entries }) => ({ stands, entries: unpack(entries) })),
  };
}

export function packEntries(entries: TestEntries): Uint8Array {
  return zstdCompressSync(writeEntries(entries));
}

function unpack(block: Uint8Array): TestEntries {
  return readEntries(zstdDecompressSync(block));
}

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>;
export type TaskResult<Name extends TaskName> = ReturnType<(typeof tasks)[Name]>;

export interface Task<Name extends TaskName = TaskName> {
  name: Name;
  input: TaskInput<Name>;
}

export function runTask<Name extends TaskName>({ name, input }: Task<Name>): TaskResult<Name> {
  return Reflect.apply(tasks[name], undefined, input);
}
