import type { BisectionOutcome } from '@millrace/contract/vocabulary';
import type { FlakinessGuess } from './flakiness.ts';

export interface CommitRun {
  /** Position of the commit, from 1. */
  commit: number;
  outcome: BisectionOutcome;
}

export interface BisectionFacts {
  /** Number of commits after the last good one, up to the first one with a failed build. */
  commits: number;
  /** Number of builds that failed before the bisection, at the last commit or later ones. */
  failures: number;
  flakiness: readonly FlakinessGuess[];
  runs: readonly CommitRun[];
}

/** Commits of which any may be the first bad one, because all but the last one cannot be built. */
interface CommitRange {
  from: number;
  to: number;
}

export interface Assessment {
  /** Probability of each commit that it is the first bad one, in order. */
  probabilities: number[];
  /** Probability that no commit is bad, so that the failures are random. */
  none: number;
  /** Most probable commits. */
  best: CommitRange;
  /** Probability of `best`. */
  confidence: number;
  /** Commit whose run is expected to tell most. Undefined if no run can tell more. */
  next: number | undefined;
}

/** Probability that the step passes on a bad commit. */
const falsePass = 0.005;
/** Probability, before any failure is counted, that no commit is bad. */
const priorOfNone = 0.2;
/** Number of runs without a result after which a commit counts as one that cannot be built. */
const maxUnclear = 2;
/** Number of commits that cannot be built after which those between them are not tried. */
const longSeries = 5;
/** Probability that a commit cannot be built: of any, and in addition of one beside a commit that cannot be built. */
const unbuildable = { any: 0.02, beside: 0.6, perDistance: 0.7 };

/** Returns how probable each commit is the first bad one, and which one to run next. */
export function assessCommits(facts: BisectionFacts): Assessment {
  const excluded = findExcluded(facts);
  const { probabilities, failing } = computePosterior(facts);
  const none = probabilities[facts.commits] ?? 0;
  const ends = findEnds(excluded, facts.runs);
  const best = findBest(probabilities.slice(0, facts.commits), ends);
  return {
    probabilities: probabilities.slice(0, facts.commits),
    none,
    best: best.range,
    confidence: best.probability,
    next: chooseNext(
      { probabilities, failing },
      excluded,
      ends.map((isEnd, at) => isEnd && !excluded[at]),
    ),
  };
}

function hasAnswer(outcome: BisectionOutcome): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

/** Returns for each commit whether it cannot be built. */
function findExcluded({ commits, runs }: BisectionFacts): boolean[] {
  return Array.from({ length: commits }, (_, at) => {
    const own = runs.filter(({ commit }) => commit === at + 1);
    if (own.some(({ outcome }) => hasAnswer(outcome))) return false;
    const unclear = own.filter(({ outcome }) => outcome === 'unclear').length;
    return unclear >= maxUnclear || own.some(({ outcome }) => outcome === 'unbuildable');
  });
}

interface Posterior {
  /** Probability of each commit and, at the end, of none. */
  probabilities: number[];
  /** For each of them, the probability that the step fails on a good commit. */
  failing: number[];
}

function computePosterior({ commits, failures, flakiness, runs }: BisectionFacts): Posterior {
  const rows = flakiness.map(({ rate, weight }) => {
    const logs = Array.from({ length: commits + 1 }, (_, at) =>
      at === commits
        ? Math.log(priorOfNone) + failures * Math.log(rate)
        : Math.log((1 - priorOfNone) / commits) + failures * Math.log1p(-falsePass),
    );
    for (const { commit, outcome } of runs) {
      if (!hasAnswer(outcome)) continue;
      const hasFailed = outcome === 'failed';
      const ifBad = Math.log(hasFailed ? 1 - falsePass : falsePass);
      const ifGood = Math.log(hasFailed ? rate : 1 - rate);
      for (let at = 0; at <= commits; at++) {
        logs[at] = (logs[at] ?? 0) + (at < commit ? ifBad : ifGood);
      }
    }
    return { rate, logs: logs.map((log) => log + Math.log(weight)) };
  });
  const highest = rows.reduce((most, { logs }) => Math.max(most, ...logs), -Infinity);
  const sums = new Array<number>(commits + 1).fill(0);
  const failingSums = new Array<number>(commits + 1).fill(0);
  for (const { rate, logs } of rows) {
    for (const [at, log] of logs.entries()) {
      const joint = Math.exp(log - highest);
      sums[at] = (sums[at] ?? 0) + joint;
      failingSums[at] = (failingSums[at] ?? 0) + joint * rate;
    }
  }
  const total = sums.reduce((sum, each) => sum + each, 0);
  return {
    probabilities: sums.map((sum) => sum / total),
    failing: failingSums.map((sum, at) => (sums[at] ? sum / sums[at] : 0)),
  };
}

/**
 * Returns the most probable commits: one, or a range that begins with commits that cannot be built. If there are many of
 * these between two commits with a result, all commits between the two count as such.
 */
function findBest(
  probabilities: readonly number[],
  ends: readonly boolean[],
): { range: CommitRange; probability: number } {
  let best = { range: { from: 1, to: probabilities.length }, probability: -1 };
  let from = 1;
  let probability = 0;
  for (const [at, each] of probabilities.entries()) {
    probability += each;
    if (!ends[at]) continue;
    if (probability > best.probability) best = { range: { from, to: at + 1 }, probability };
    from = at + 2;
    probability = 0;
  }
  return best;
}

/** Returns for each commit whether a range ends with it. */
function findEnds(excluded: readonly boolean[], runs: readonly CommitRun[]): boolean[] {
  const last = excluded.length - 1;
  const hasResult = new Set(
    runs.filter(({ outcome }) => hasAnswer(outcome)).map(({ commit }) => commit - 1),
  );
  const ends = excluded.map((isExcluded, at) => !isExcluded || at === last);
  let from = 0;
  for (const at of ends.keys()) {
    if (!hasResult.has(at) && at !== last) continue;
    const isLong = excluded.slice(from, at).filter(Boolean).length >= longSeries;
    if (isLong) ends.fill(false, from, at);
    from = at + 1;
  }
  return ends;
}

/**
 * Returns the commit whose run has the highest expected information. A commit near one that cannot be built counts
 * less, because it can probably not be built either.
 */
function chooseNext(
  { probabilities, failing }: Posterior,
  excluded: readonly boolean[],
  canRun: readonly boolean[],
): number | undefined {
  const distances = distancesTo(excluded);
  const all = probabilities.map((each, at) => {
    const rate = failing[at] ?? 0;
    return { each, fails: each * rate, known: each * entropy(rate) };
  });
  let bad = 0;
  let goodFails = all.reduce((sum, { fails }) => sum + fails, 0);
  let goodKnown = all.reduce((sum, { known }) => sum + known, 0);
  let best: { commit: number; score: number } | undefined;
  for (const [at, isPossible] of canRun.entries()) {
    const { each = 0, fails = 0, known = 0 } = all[at] ?? {};
    bad += each;
    goodFails -= fails;
    goodKnown -= known;
    if (!isPossible) continue;
    const fraction = bad * (1 - falsePass) + goodFails;
    const information = entropy(fraction) - bad * entropy(falsePass) - goodKnown;
    const { any, beside, perDistance } = unbuildable;
    const score =
      information * (1 - any - beside * perDistance ** ((distances[at] ?? Infinity) - 1));
    if (score > (best?.score ?? 1e-9)) best = { commit: at + 1, score };
  }
  return best?.commit;
}

/** Returns the distance of each commit to the next one that cannot be built. */
function distancesTo(excluded: readonly boolean[]): number[] {
  const distances = new Array<number>(excluded.length).fill(Infinity);
  let before = Infinity;
  for (const [at, isExcluded] of excluded.entries()) {
    before = isExcluded ? 0 : before + 1;
    distances[at] = before;
  }
  let after = Infinity;
  for (let at = excluded.length - 1; at >= 0; at--) {
    after = excluded[at] ? 0 : after + 1;
    distances[at] = Math.min(distances[at] ?? after, after);
  }
  return distances;
}

/** Entropy of an event with this probability, in bits. */
function entropy(probability: number): number {
  if (probability <= 0 || probability >= 1) return 0;
  const other = 1 - probability;
  return -probability * Math.log2(probability) - other * Math.log2(other);
}
