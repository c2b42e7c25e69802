import type { TestStatus } from '@millrace/contract/vocabulary';
import { statusOf, type TestEntries, wasRerun } from './test-entries.ts';

/** The results of a step; one that does not stand was started again in a later attempt. */
export interface StepResults {
  stands: boolean;
  entries: TestEntries;
}

export interface WindowBuild {
  commit: string;
  steps: readonly StepResults[];
}

/** What a test came to in a build: of several times the highest. */
const outcomes = { none: 0, skipped: 1, passed: 2, again: 3, failed: 4, error: 5 } as const;
const outcomeOf: Record<TestStatus, number> = outcomes;
const statuses: readonly (TestStatus | null)[] = [
  null,
  'skipped',
  'passed',
  'passed',
  'failed',
  'error',
];

/**
 * The tests of some builds beside each other. Tests and builds are named by their places here: columns of
 * numbers, as there may be a million of them.
 */
export class TestWindow {
  /** Growing. */
  readonly ids: Uint32Array;
  private readonly places: Map<number, number>;
  private readonly rows: Uint8Array[];
  private readonly siblings: number[][];

  constructor(builds: readonly WindowBuild[]) {
    const all = new Set<number>();
    for (const { entries } of builds.flatMap(({ steps }) => steps)) {
      for (const id of entries.ids) all.add(id);
    }
    this.ids = Uint32Array.from(all).sort();
    this.places = new Map(Array.from(this.ids, (id, place) => [id, place]));
    this.rows = builds.map((build) => this.readRow(build));
    this.siblings = builds.map(({ commit }, at) =>
      builds.flatMap((other, place) => (other.commit === commit && place !== at ? [place] : [])),
    );
  }

  placeOf(id: number): number | undefined {
    return this.places.get(id);
  }

  status(build: number, test: number): TestStatus | null {
    return statuses[this.outcome(build, test)] ?? null;
  }

  hasFailed(build: number, test: number): boolean {
    return this.outcome(build, test) >= outcomes.failed;
  }

  /** It failed and passed: in this build, or in another one of its commit. */
  isFlaky(build: number, test: number): boolean {
    const outcome = this.outcome(build, test);
    if (outcome === outcomes.again) return true;
    if (outcome < outcomes.passed) return false;
    const others = this.siblings[build] ?? [];
    if (outcome === outcomes.passed) return others.some((other) => this.hasFailed(other, test));
    return others.some((other) => this.hasPassed(other, test));
  }

  private hasPassed(build: number, test: number): boolean {
    const outcome = this.outcome(build, test);
    return outcome === outcomes.passed || outcome === outcomes.again;
  }

  private outcome(build: number, test: number): number {
    return this.rows[build]?.[test] ?? outcomes.none;
  }

  private readRow({ steps }: WindowBuild): Uint8Array {
    const row = new Uint8Array(this.ids.length);
    for (const { entries } of steps.filter(({ stands }) => stands)) {
      this.each(entries, (place, code) => {
        const outcome = wasRerun(code) ? outcomes.again : outcomeOf[statusOf(code)];
        row[place] = Math.max(row[place] ?? 0, outcome);
      });
    }
    for (const { entries } of steps.filter(({ stands }) => !stands)) {
      this.each(entries, (place, code) => {
        const failed = outcomeOf[statusOf(code)] >= outcomes.failed;
        if (failed && row[place] === outcomes.passed) row[place] = outcomes.again;
      });
    }
    return row;
  }

  private each({ ids, codes }: TestEntries, see: (place: number, code: number) => void): void {
    for (let at = 0; at < ids.length; at++) {
      see(this.places.get(ids[at] ?? 0) ?? 0, codes[at] ?? 0);
    }
  }
}
