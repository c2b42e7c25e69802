import { type TestStatus, testStatuses } from '@millrace/contract/vocabulary';

/** Result of one test in one report. */
export interface TestEntry {
  id: number;
  /** Number of the report in its step. */
  report: number;
  status: TestStatus;
  wasRerun: boolean;
  ms: number;
}

/** Entries sorted by test id. Stored as columns, because there can be very many. */
export interface TestEntries {
  ids: Uint32Array;
  reports: Uint32Array;
  /** Index of the status in the vocabulary, combined with {@link rerunBit}. */
  codes: Uint8Array;
  ms: Uint32Array;
}

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

const columns = ['ids', 'reports', 'codes', 'ms'] as const;

const rerunBit = 8;
export const codeCount = 2 * rerunBit;

export function toEntries(list: readonly TestEntry[]): TestEntries {
  const unsorted = {
    ids: Uint32Array.from(list, ({ id }) => id),
    reports: Uint32Array.from(list, ({ report }) => report),
    codes: Uint8Array.from(list, codeOf),
    ms: Uint32Array.from(list, ({ ms }) => ms),
  };
  return mergeEntries([unsorted]);
}

/** Merges the results of several blocks, except those of the report `without`. */
export function mergeEntries(blocks: readonly TestEntries[], without?: number): TestEntries {
  const length = blocks.reduce((sum, { ids }) => sum + ids.length, 0);
  const all = {
    ids: new Uint32Array(length),
    reports: new Uint32Array(length),
    codes: new Uint8Array(length),
    ms: new Uint32Array(length),
  };
  let end = 0;
  for (const block of blocks) {
    for (const column of columns) all[column].set(block[column], end);
    end += block.ids.length;
  }
  const order = Uint32Array.from(all.ids.keys())
    .filter((at) => all.reports[at] !== without)
    .sort((one, other) => {
      const [id, otherId] = [all.ids[one] ?? 0, all.ids[other] ?? 0];
      return id - otherId || (all.reports[one] ?? 0) - (all.reports[other] ?? 0);
    });
  return {
    ids: order.map((at) => all.ids[at] ?? 0),
    reports: order.map((at) => all.reports[at] ?? 0),
    codes: Uint8Array.from(order, (at) => all.codes[at] ?? 0),
    ms: order.map((at) => all.ms[at] ?? 0),
  };
}

/** Counts entries by status, with errors as failed; only of one report if it is given. */
export function countEntries({ codes, reports }: TestEntries, report?: number): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [at, code] of codes.entries()) {
    if (report !== undefined && reports[at] !== report) continue;
    const status = statusOf(code);
    counts[status === 'error' ? 'failed' : status]++;
  }
  return counts;
}

export function listEntries(entries: TestEntries): TestEntry[] {
  return Array.from(entries.ids, (_, at) => entryAt(entries, at));
}

/** Returns the entries of one test. */
export function entriesOf(entries: TestEntries, id: number): TestEntry[] {
  const found: TestEntry[] = [];
  for (let at = findFirst(entries.ids, id); entries.ids[at] === id; at++) {
    found.push(entryAt(entries, at));
  }
  return found;
}

export function statusOf(code: number): TestStatus {
  return testStatuses[code & ~rerunBit] ?? 'error';
}

export function wasRerun(code: number): boolean {
  return (code & rerunBit) !== 0;
}

export function codeOf({
  status,
  wasRerun: again,
}: Pick<TestEntry, 'status' | 'wasRerun'>): number {
  return testStatuses.indexOf(status) | (again ? rerunBit : 0);
}

function entryAt({ ids, reports, codes, ms }: TestEntries, at: number): TestEntry {
  const code = codes[at] ?? 0;
  return {
    id: ids[at] ?? 0,
    report: reports[at] ?? 0,
    status: statusOf(code),
    wasRerun: wasRerun(code),
    ms: ms[at] ?? 0,
  };
}

/** Returns the index of the first entry of this id, or the index to insert it at. */
function findFirst(ids: Uint32Array, id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
