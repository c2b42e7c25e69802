import { listErrors } from '@millrace/contract/failure-lines';
import { expect, it } from 'vitest';
import { generateFailures } from '../../../testing/failure-generator.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type KnownCause, matchCause } from './match-cause.ts';

/** Returns the precision and recall of all pairs of failures. */
function measure(pairs: readonly { label: number; found: number }[]) {
  let [both, sameLabel, sameFound] = [0, 0, 0];
  for (const [at, one] of pairs.entries()) {
    for (const other of pairs.slice(at + 1)) {
      const isSameLabel = one.label === other.label;
      const isSameFound = one.found === other.found;
      if (isSameLabel) sameLabel += 1;
      if (isSameFound) sameFound += 1;
      if (isSameLabel && isSameFound) both += 1;
    }
  }
  return { precision: both / sameFound, recall: both / sameLabel };
}

it.each([1, 2, 3])('recognizes forty causes in two thousand failures (seed %i)', (seed) => {
  const known = new Map<number, KnownCause & { facts: Map<number, number> }>();
  const causesOfFact = new Map<number, number>();
  const pairs = [...generateFailures(40, 50, seed)].map(({ cause, step, exitCode, lines }) => {
    const errors = listErrors(
      lines.map((text, line) => ({ line, text })),
      200,
    ).map(({ text }) => text);
    const fingerprint = fingerprintOf({ name: step, exitCode, errors, tests: [] });
    const sharing = [...known.values()].filter(({ facts }) =>
      fingerprint.some((f) => facts.has(f)),
    );
    const id = matchCause(fingerprint, sharing, causesOfFact) ?? known.size + 1;
    const old = known.get(id) ?? { id, failures: 0, facts: new Map<number, number>() };
    for (const fact of fingerprint) {
      const count = old.facts.get(fact) ?? 0;
      if (count === 0) causesOfFact.set(fact, (causesOfFact.get(fact) ?? 0) + 1);
      old.facts.set(fact, count + 1);
    }
    known.set(id, { ...old, failures: old.failures + 1 });
    return { label: cause, found: id };
  });
  const { precision, recall } = measure(pairs);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.9);
});
