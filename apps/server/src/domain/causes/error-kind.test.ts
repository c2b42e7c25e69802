import { expect, it } from 'vitest';
import { detailOf, toErrorForm, toErrorKind } from './error-kind.ts';

const formOf = (line: string) => toErrorForm(toErrorKind(line));

it.each([
  ['quoted names', "undefined reference to `turn'", "undefined reference to `flow'"],
  ['symbols', 'wheel.go:3:1: undefined: turnWheel', 'wheel.go:9:4: undefined: stopWheel'],
  ['tests', '--- FAIL: TestTurns (0.00s)', '--- FAIL: TestFlows (1.20s)'],
  ['files', 'Merge conflict in package.json', 'Merge conflict in wheel.go'],
  ['titles of tests', '  ● wheel › turns', '  ● wheel › stops'],
  ['packages', 'peer mill@1.0 from wheel@2.1', 'peer mill@1.0 from water@3.0'],
])('has one form of the same error with other %s', (_, one, other) => {
  expect(toErrorKind(one)).not.toBe(toErrorKind(other));
  expect(formOf(one)).toBe(formOf(other));
  expect(formOf(one)).toBeDefined();
});

it.each(['FAIL', 'BUILD FAILED in 7s', 'error: timed out waiting for the condition'])(
  'has no form of %j, which names nothing',
  (line) => {
    expect(formOf(line)).toBeUndefined();
  },
);

it.each([
  ['error TS2304: bad', 'name'],
  ["KeyError: 'user'", 'name'],
  ['npm error code ECONNREFUSED', 'name'],
  ['connect to postgres.internal failed', 'name'],
  ['fatal: no water', 'words'],
  ['1 failed', 'nothing'],
  ['BUILD FAILED in 7s', 'nothing'],
  ['FAIL', 'nothing'],
])('finds in %j: %s', (line, detail) => {
  const kind = toErrorKind(line);
  expect(detailOf(kind, toErrorForm(kind))).toBe(detail);
});

it('reads long hostile lines in little time', () => {
  const word = 'aB'.repeat(200);
  expect(toErrorForm(word)).toBe('§');
  expect(toErrorForm('a-'.repeat(100_000))).toBeUndefined();
});
