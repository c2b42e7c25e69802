import type { BisectionOutcome } from '@millrace/contract/vocabulary';
import type { CommitRun } from '../src/domain/bisection/assess-commits.ts';
import { decideBisection } from '../src/domain/bisection/decide-bisection.ts';
import { guessFlakiness } from '../src/domain/bisection/flakiness.ts';

export type Random = () => number;

/** Returns a generator of numbers from 0 to 1 that depends only on its seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Commits between a good build and a failed one. */
export interface History {
  commits: number;
  /** Position of the first bad commit, from 1. */
  firstBad: number;
  /** Probability that a step fails on a good commit. */
  flakiness: number;
  /** Positions of commits that cannot be built. */
  unbuildable: ReadonlySet<number>;
}

/** Number of earlier runs of the step, from which its flakiness is estimated. */
const earlierRuns = 50;
const maxRuns = 60;

/** Creates a history: half of them with commits that cannot be built, scattered or in one series. */
export function createHistory(commits: number, flakiness: number, random: Random): History {
  const firstBad = 1 + Math.floor(random() * commits);
  const unbuildable = new Set<number>();
  const kind = random();
  const from = Math.floor(random() * commits);
  const length = Math.floor(random() * commits * 0.2);
  for (let commit = 1; commit < commits; commit++) {
    const isScattered = kind < 0.25 && random() < 0.05;
    const isInSeries = kind >= 0.25 && kind < 0.5 && commit >= from && commit < from + length;
    if (isScattered || isInSeries) unbuildable.add(commit);
  }
  return { commits, firstBad, flakiness, unbuildable };
}

export interface BisectionTrial {
  /** Whether the answer contains the first bad commit. */
  isRight: boolean;
  runs: number;
  /** Number of commits in a right answer. */
  commits: number;
}

/** Runs a bisection of a history. */
export function bisect(history: History, random: Random): BisectionTrial {
  const { commits, firstBad, flakiness: rate, unbuildable } = history;
  const isRandom = () => random() < rate;
  const failures = Array.from({ length: earlierRuns }, isRandom).filter(Boolean).length;
  const flakiness = guessFlakiness({ runs: earlierRuns, failures });
  const runs: CommitRun[] = [];
  for (;;) {
    const decision = decideBisection({ commits, failures: 1, flakiness, runs }, maxRuns);
    const { result, best, next } = decision;
    if (result !== 'running' || next === undefined) {
      const isRight = result === 'found' && best.from <= firstBad && firstBad <= best.to;
      return { isRight, runs: runs.length, commits: isRight ? best.to - best.from + 1 : 0 };
    }
    const fails = next >= firstBad || isRandom();
    const outcome: BisectionOutcome = fails ? 'failed' : 'passed';
    runs.push({ commit: next, outcome: unbuildable.has(next) ? 'unbuildable' : outcome });
  }
}
