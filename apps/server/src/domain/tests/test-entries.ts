import { type TestStatus, testStatuses } from '@millrace/contract/vocabulary';

/** What came of one test, as one report tells it. */
export interface TestEntry {
  id: number;
  /** The number of the report in its step. */
  report: number;
  status: TestStatus;
  wasRerun: boolean;
  ms: number;
}

/** Many of them, by the ids of the tests: columns, as there may be very many. */
export interface TestEntries {
  ids: Uint32Array;
  reports: Uint32Array;
  /** The place of the status in the vocabulary, and {@link rerunBit}. */
  codes: Uint8Array;
  ms: Uint32Array;
}

const rerunBit = 8;
export const codeCount = 2 * rerunBit;

export function toEntries(list: readonly TestEntry[]): TestEntries {
  const sorted = list.toSorted((one, other) => one.id - other.id || one.report - other.report);
  return {
    ids: Uint32Array.from(sorted, ({ id }) => id),
    reports: Uint32Array.from(sorted, ({ report }) => report),
    codes: Uint8Array.from(sorted, codeOf),
    ms: Uint32Array.from(sorted, ({ ms }) => ms),
  };
}

export function listEntries(entries: TestEntries): TestEntry[] {
  return Array.from(entries.ids, (_, at) => entryAt(entries, at));
}

/** Those of one test. */
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

function codeOf({ status, wasRerun: again }: TestEntry): number {
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

/** Where the first of this id is, or would be. */
function findFirst(ids: Uint32Array, id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
