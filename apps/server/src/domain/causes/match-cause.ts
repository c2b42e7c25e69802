import type { Fingerprint } from './fingerprint.ts';

/** A known cause that shares a fact with a failure. */
export interface KnownCause {
  id: number;
  /** Number of failures. */
  failures: number;
  /** Number of failures that had the fact, by hash. */
  facts: ReadonlyMap<number, number>;
}

/** Minimum part of the facts that a failure and its cause have in common, by weight. */
const minSharedOfCause = 0.5;
const minSharedOfFailure = 0.4;

/**
 * Returns the cause of a failure; undefined for a new one. Facts of many causes, and those that only some failures
 * of a cause had, count less: they are noise.
 * @param causesOfFact number of causes that have a fact, by hash
 */
export function matchCause(
  fingerprint: Fingerprint,
  known: readonly KnownCause[],
  causesOfFact: ReadonlyMap<number, number>,
): number | undefined {
  const own = new Set(fingerprint);
  const weigh = (fact: number) => 1 / (causesOfFact.get(fact) ?? 1);
  const all = sum(fingerprint.map(weigh));
  let best: { id: number; score: number } | undefined;
  for (const { id, failures, facts } of known) {
    const weights = [...facts].map(([fact, count]) => ({
      fact,
      weight: (weigh(fact) * count) / failures,
    }));
    const shared = weights.filter(({ fact }) => own.has(fact));
    const ofCause =
      sum(shared.map(({ weight }) => weight)) / sum(weights.map(({ weight }) => weight));
    const ofFailure = sum(shared.map(({ fact }) => weigh(fact))) / all;
    if (ofCause < minSharedOfCause || ofFailure < minSharedOfFailure) continue;
    const score = ofCause * ofFailure;
    if (!best || score > best.score) best = { id, score };
  }
  return best?.id;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
