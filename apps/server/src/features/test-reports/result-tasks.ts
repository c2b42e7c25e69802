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

/** Stored results of a step. */
export interface PackedResults {
  isCurrent: boolean;
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

/**
 * Filters by an array instead of a set. A search may find every name, and an array of them is sent to the
 * thread in a millisecond, a set in a hundred.
 */
type Packed<Query extends { named?: unknown }> = Omit<Query, 'named'> & {
  named?: Uint32Array | undefined;
};

/** Work on many results, which runs in a worker thread. */
const tasks = {
  /** Merges a new report with existing blocks. Older results of the same report are removed. */
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
  /** Lists the runs of one test in each block. */
  listRuns: (blocks: readonly Uint8Array[], testId: number) =>
    blocks.map((block) => entriesOf(unpack(block), testId)),
};

function unpackQuery<Query extends { named?: Uint32Array | undefined }>(query: Query) {
  return { ...query, named: query.named && { has: finderIn(query.named) } };
}

/** Uses a binary search, because a set of all names would need a lot of memory for each request. */
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
    steps: steps.map(({ isCurrent, entries }) => ({ isCurrent, entries: unpack(entries) })),
  };
}

function packEntries(entries: TestEntries): Uint8Array {
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
