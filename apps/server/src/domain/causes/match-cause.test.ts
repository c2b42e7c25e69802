import { ErrorFinder } from '@millrace/contract/failure-lines';
import { runSlices } from '@millrace/node-kit/time-slice';
import { expect, it } from 'vitest';
import { generateFailures } from '../../../testing/failure-generator.ts';
import { type FailedStep, fingerprintOf, readFacts } from './fingerprint.ts';
import { type KnownCause, matchCause } from './match-cause.ts';

const factsOf = (step: FailedStep) => runSlices(readFacts(step));

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
    const finder = new ErrorFinder(200);
    for (const [line, text] of lines.entries()) finder.add({ line, text });
    const errors = finder.list().map(({ text }) => text);
    const facts = factsOf({ name: step, exitCode, errors, tests: [] });
    const fingerprint = fingerprintOf(facts);
    const sharing = [...known.values()].filter((each) =>
      fingerprint.some((f) => each.facts.has(f)),
    );
    const id = matchCause(fingerprint, sharing, causesOfFact, facts) ?? known.size + 1;
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

const failed = (...errors: string[]) => factsOf({ name: 'test', exitCode: 1, errors, tests: [] });

/** Returns whether a failure is recognized as the only known cause, with these failures. */
function isRecognized(errors: string[], ...known: string[][]): boolean {
  const facts = new Map<number, number>();
  for (const lines of known) {
    for (const fact of fingerprintOf(failed(...lines))) facts.set(fact, (facts.get(fact) ?? 0) + 1);
  }
  const causesOfFact = new Map([...facts.keys()].map((fact) => [fact, 1]));
  const cause = { id: 1, failures: known.length, facts };
  const step = failed(...errors);
  return matchCause(fingerprintOf(step), [cause], causesOfFact, step) === 1;
}

const inGo = (test: string) => [`--- FAIL: ${test} (0.01s)`, 'FAIL\tmill/wheel\t0.015s', 'FAIL'];

it.each([
  ['another test', inGo('TestTurns'), inGo('TestStops')],
  [
    'another symbol',
    ['error[E0425]: cannot find value `water`', 'error: could not compile `mill` (lib)'],
    ['error[E0425]: cannot find value `wheel`', 'error: could not compile `mill` (lib)'],
  ],
  [
    'another error before the same summary',
    ['error[E0308]: mismatched types', 'error: could not compile `mill` (lib)'],
    ['error[E0382]: use of moved value: `s`', 'error: could not compile `mill` (lib)'],
  ],
  [
    'another test of the same file',
    ['E  assert 2 == 3', 'test_wheel.py:9: AssertionError', 'FAILED test_wheel.py::test_turns'],
    ['E  assert 2 == 3', 'test_wheel.py:4: AssertionError', 'FAILED test_wheel.py::test_stops'],
  ],
  [
    'another error among the same lines of a build tool',
    ['[ERROR] in mill.WheelTest', 'mill.NoWater: empty', '[ERROR] mill:test failed', '-> [Help]'],
    ['[ERROR] in mill.WheelTest', 'WheelError at start', '[ERROR] mill:test failed', '-> [Help]'],
  ],
  ['the title of another test', ['FAIL a.test.js', '● turns'], ['FAIL a.test.js', '● stops']],
])('distinguishes %s', (_, one, other) => {
  expect(isRecognized(one, one)).toBe(true);
  expect(isRecognized(one, other)).toBe(false);
});

it('recognizes some of the tests that failed before', () => {
  const tests = (...names: string[]) => [...names.map((name) => `--- FAIL: ${name}`), 'FAIL'];
  expect(isRecognized(tests('TestTurns', 'TestStops'), tests('TestTurns'))).toBe(true);
  expect(isRecognized(tests('TestTurns'), tests('TestTurns', 'TestStops'))).toBe(true);
});

it('recognizes causes that were stored without forms', () => {
  const errors = inGo('TestTurns');
  const facts = fingerprintOf(failed(...errors)).filter((hash) => hash >= 0);
  const cause = { id: 1, failures: 1, facts: new Map(facts.map((fact) => [fact, 1])) };
  const step = failed(...errors);
  expect(matchCause(fingerprintOf(step), [cause], new Map(), step)).toBe(1);
});
