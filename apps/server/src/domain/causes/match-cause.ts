import type { Fingerprint, Traits } from './fingerprint.ts';

/** A known cause that shares a fact with a failure. */
export interface KnownCause {
  id: number;
  /** Number of failures. */
  failures: number;
  /** Number of failures that had the fact or the form, by hash. */
  facts: ReadonlyMap<number, number>;
}

/** Minimum part of the facts that a failure and its cause have in common, by weight. */
const minSharedOfCause = 0.5;
const minSharedOfFailure = 0.4;
/** The same if a failure names something that no cause has, and lacks what its cause has: the rest may be a summary. */
const minSharedOfDifferent = 0.7;
/** Weight from which a fact is usual for its cause. */
const usualWeight = 0.5;

/**
 * Returns the cause of a failure; undefined for a new one. Facts of many causes, and those that only some failures
 * of a cause had, count less: they are noise.
 * @param causesOfFact number of causes that have a fact, by hash
 * @param traits traits of the failure's facts
 */
export function matchCause(
  fingerprint: Fingerprint,
  known: readonly KnownCause[],
  causesOfFact: ReadonlyMap<number, number>,
  traits: ReadonlyMap<number, Traits>,
): number | undefined {
  const ownFacts = fingerprint.filter(isFact);
  const own = new Set(ownFacts);
  const weigh = (fact: number) => 1 / (causesOfFact.get(fact) ?? 1);
  const weighOwn = (fact: number) => weigh(fact) * (traits.get(fact)?.weight ?? 1);
  const all = sum(ownFacts.map(weighOwn));
  const isNew = ownFacts.some((fact) => traits.get(fact)?.isNamed && !causesOfFact.has(fact));
  let best: { id: number; score: number } | undefined;
  for (const cause of known) {
    const { id, failures, facts } = cause;
    const weights = [...facts]
      .filter(([fact]) => isFact(fact))
      .map(([fact, count]) => ({ fact, weight: (weigh(fact) * count) / failures }));
    const shared = weights.filter(({ fact }) => own.has(fact));
    const ofCause =
      sum(shared.map(({ weight }) => weight)) / sum(weights.map(({ weight }) => weight));
    const ofFailure = sum(shared.map(({ fact }) => weighOwn(fact))) / all;
    if (ofCause < minSharedOfCause || ofFailure < minSharedOfFailure) continue;
    const lacksFacts = weights.some(({ fact, weight }) => weight > usualWeight && !own.has(fact));
    if (isNew && lacksFacts && ofFailure < minSharedOfDifferent) continue;
    if (namesOthers(ownFacts, traits, cause)) continue;
    const score = ofCause * ofFailure;
    if (!best || score > best.score) best = { id, score };
  }
  return best?.id;
}

/**
 * Returns whether a failure has the same error as a cause, but of another symbol, file or test: error lines of a form that
 * most failures of the cause have, all with other names.
 */
function namesOthers(
  ownFacts: Fingerprint,
  traits: ReadonlyMap<number, Traits>,
  { failures, facts }: KnownCause,
): boolean {
  const forms = new Map<number, boolean>();
  for (const fact of ownFacts) {
    const form = traits.get(fact)?.form;
    if (form !== undefined) forms.set(form, forms.get(form) || facts.has(fact));
  }
  return [...forms].some(([form, isShared]) => !isShared && (facts.get(form) ?? 0) * 2 > failures);
}

function isFact(hash: number): boolean {
  return hash >= 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
