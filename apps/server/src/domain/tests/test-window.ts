import type { TestStatus } from '@millrace/contract/vocabulary';
import { codeCount, statusOf, type TestEntries, wasRerun } from './test-entries.ts';

/** Results, or some of the results, of a step. If the step is not current, a later attempt replaced it. */
export interface StepResults {
  isCurrent: boolean;
  entries: TestEntries;
}

export interface WindowBuild {
  commit: string;
  steps: readonly StepResults[];
}

/** Number of builds by result. */
export interface TestRecord {
  ran: number;
  failed: number;
  flaky: number;
}

/** Worst status of a test over all its runs in one build. */
const outcomes = { none: 0, skipped: 1, passed: 2, again: 3, failed: 4, error: 5 } as const;
const bits = { passed: 1, failed: 2 } as const;
/** Indexed by the code of an entry. */
const outcomeOfCode = Uint8Array.from({ length: codeCount }, (_, code) => {
  const status = statusOf(code);
  return status === 'passed' && wasRerun(code) ? outcomes.again : outcomes[status];
});
const statuses: readonly (TestStatus | null)[] = [
  null,
  'skipped',
  'passed',
  'passed',
  'failed',
  'error',
];

/**
 * Compares the tests of some builds. Tests and builds are identified by their index, and data is in columns
 * of numbers, because there can be a million results.
 */
export class TestWindow {
  /** In ascending order. */
  readonly ids: Uint32Array;
  private readonly rows: Uint8Array[];
  private readonly commits: string[];
  /** Results of each test in the builds of a commit: one bit for passed, another for failed. */
  private readonly notes: Map<string, Uint8Array>;

  constructor(builds: readonly WindowBuild[]) {
    const all = new Set<number>();
    for (const { entries } of builds.flatMap(({ steps }) => steps)) {
      for (const id of entries.ids) all.add(id);
    }
    this.ids = Uint32Array.from(all).sort();
    this.rows = builds.map((build) => this.readRow(build));
    this.commits = builds.map(({ commit }) => commit);
    this.notes = this.noteCommits();
  }

  indexOf(id: number): number | undefined {
    const index = this.ids.indexOf(id);
    return index < 0 ? undefined : index;
  }

  status(build: number, test: number): TestStatus | null {
    return statuses[this.outcome(build, test)] ?? null;
  }

  hasFailed(build: number, test: number): boolean {
    return this.outcome(build, test) >= outcomes.failed;
  }

  /** Returns whether a test both failed and passed: in this build, or in another one of the same commit. */
  isFlaky(build: number, test: number): boolean {
    const outcome = this.outcome(build, test);
    if (outcome === outcomes.again) return true;
    if (outcome < outcomes.passed) return false;
    return this.notes.get(this.commits[build] ?? '')?.[test] === (bits.passed | bits.failed);
  }

  /** Counts the results of a test in all builds in which it ran. */
  recordOf(test: number): TestRecord {
    const record = { ran: 0, failed: 0, flaky: 0 };
    for (let build = 0; build < this.rows.length; build++) {
      const outcome = this.outcome(build, test);
      if (outcome < outcomes.passed) continue;
      record.ran++;
      if (outcome >= outcomes.failed) record.failed++;
      if (this.isFlaky(build, test)) record.flaky++;
    }
    return record;
  }

  private outcome(build: number, test: number): number {
    return this.rows[build]?.[test] ?? outcomes.none;
  }

  private readRow({ steps }: WindowBuild): Uint8Array {
    const row = new Uint8Array(this.ids.length);
    for (const { entries } of steps.filter(({ isCurrent }) => isCurrent)) {
      this.each(entries, (index, outcome) => {
        if (outcome > (row[index] ?? 0)) row[index] = outcome;
      });
    }
    for (const { entries } of steps.filter(({ isCurrent }) => !isCurrent)) {
      this.each(entries, (index, outcome) => {
        const failedThen = outcome >= outcomes.failed;
        if (failedThen && row[index] === outcomes.passed) row[index] = outcomes.again;
      });
    }
    return row;
  }

  private noteCommits(): Map<string, Uint8Array> {
    const notes = new Map<string, Uint8Array>();
    for (const [build, row] of this.rows.entries()) {
      const commit = this.commits[build] ?? '';
      const note = notes.get(commit) ?? new Uint8Array(row.length);
      notes.set(commit, note);
      for (let test = 0; test < row.length; test++) {
        const outcome = row[test] ?? outcomes.none;
        if (outcome >= outcomes.passed) {
          note[test] = (note[test] ?? 0) | (outcome >= outcomes.failed ? bits.failed : bits.passed);
        }
      }
    }
    return notes;
  }

  /** Calls `see` for each entry. Both lists are sorted by id. */
  private each({ ids, codes }: TestEntries, see: (index: number, outcome: number) => void): void {
    let index = 0;
    for (let at = 0; at < ids.length; at++) {
      while (this.ids[index] !== ids[at]) index++;
      see(index, outcomeOfCode[codes[at] ?? 0] ?? outcomes.none);
    }
  }
}
