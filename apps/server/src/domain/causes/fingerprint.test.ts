import { runSlices } from '@millrace/node-kit/time-slice';
import { expect, it } from 'vitest';
import { toErrorKind } from './error-kind.ts';
import { type FailedStep, fingerprintOf, maxFacts, readFacts } from './fingerprint.ts';

it.each([
  ['folders', '/home/a/src/x.ts:3:1: bad', '/tmp/b9f/x.ts:40:2: bad'],
  ['relative folders', './src/x.ts: bad', 'src/x.ts: bad'],
  ['random ids', 'job x8Kd2 failed', 'job a1b22 failed'],
  ['ports and times', '[10:00:01] refused :4001', '[23:59:59] refused :52'],
  ['plurals', 'src/a.ts (1 test | 1 failed)', 'src/a.ts (5 tests | 1 failed)'],
  ['space around the line', '  Error: bad', 'Error:  bad '],
])('ignores different %s', (_, one, other) => {
  expect(toErrorKind(one)).toBe(toErrorKind(other));
});

it.each([
  ['error codes', 'error TS2304: bad', 'error TS2322: bad'],
  ['names of files', 'src/a.ts: bad', 'src/b.ts: bad'],
  ['hosts', 'GET https://one.example/a', 'GET https://two.example/a'],
])('distinguishes %s', (_, one, other) => {
  expect(toErrorKind(one)).not.toBe(toErrorKind(other));
});

const step: FailedStep = { name: 'test', exitCode: 1, errors: ['Error: a', 'Error: b'], tests: [] };
const read = (failed: FailedStep) => fingerprintOf(runSlices(readFacts(failed)));
const sameAs = (changes: Partial<FailedStep>) =>
  expect(read({ ...step, ...changes })).toEqual(read(step));

it('ignores the order and the number of error lines', () => {
  sameAs({ errors: ['Error: b', 'Error: a', 'Error: b'] });
});

it.each([{ name: 'lint' }, { exitCode: 2 }])('distinguishes %o', (changes) => {
  const known = new Set(read(step));
  expect(read({ ...step, ...changes }).some((fact) => known.has(fact))).toBe(false);
});

it('uses the same facts of many error lines in any order', () => {
  const errors = Array.from(
    { length: 200 },
    (_, at) => `Error: ${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10) % 10]}x`,
  );
  const all = read({ ...step, errors });
  expect(all).toHaveLength(maxFacts);
  expect(read({ ...step, errors: errors.toReversed() })).toEqual(all);
});

it('compares failed tests by their messages, and assertions also by the names of their tests', () => {
  const of = (name: string, message: string) => read({ ...step, tests: [{ name, message }] });
  const refused = 'connect ECONNREFUSED :';
  expect(of('a', `${refused}4001\n  at open (a.js:1)`)).toEqual(of('b', `${refused}5002`));
  expect(of('a', 'expected 1 to be 2')).toEqual(of('a', 'expected 3 to be 4'));
  expect(of('a', 'expected 1 to be 2')).not.toEqual(of('b', 'expected 1 to be 2'));
});
