import { expect, it } from 'vitest';
import type { Matrix } from '../model.ts';
import { computeFromMatrix } from './matrix-expressions.ts';

const createMatrix = (): Matrix => ({
  axes: new Map([
    ['OS', ['ubuntu']],
    ['GO', ['9', '24']],
  ]),
  outputs: new Map(),
  include: [],
  exclude: [],
});

it.each([
  ["matrix.os == 'macOS' && matrix.go < 24 && '-x' || ''", ''],
  ["(matrix.os == 'Ubuntu') && 'a' || 'b'", 'a'],
  ["format('{0}-{1}', matrix.os, 2)", 'ubuntu-2'],
  ["startsWith(matrix.os, 'ub') && !endsWith(matrix.os, 'x')", 'true'],
  ["contains(matrix.os, 'win')", 'false'],
  ["matrix.os || 'it''s'", 'ubuntu'],
  ["matrix.os == 'a' || github.ref", undefined],
  ["matrix.os == 'a' ||", undefined],
  ["(matrix.os == 'a'", undefined],
  ['toJSON(matrix)', undefined],
  ["runner.os == 'Linux' && 'cross' || 'cargo'", 'cross'],
  ['constructor', undefined],
  ["matrix.other == 'a'", undefined],
])('%s', (expression, expected) => {
  const matrix = createMatrix();
  expect(computeFromMatrix(expression, matrix, 'flags')).toBe(expected);
  expect(matrix).toEqual(createMatrix());
});

it('adds values that differ to the lists of a matrix', () => {
  const matrix = createMatrix();
  const expression = "matrix.go >= 10 && '--new' || ''";
  expect(computeFromMatrix(expression, matrix, 'go')).toBe('${GO_2}');
  expect(matrix.include).toEqual([
    new Map([
      ['GO', '9'],
      ['GO_2', ''],
    ]),
    new Map([
      ['GO', '24'],
      ['GO_2', '--new'],
    ]),
  ]);
});

it('adds nothing to a matrix with exclusions', () => {
  const matrix = { ...createMatrix(), exclude: [new Map([['GO', '9']])] };
  expect(computeFromMatrix("matrix.go >= 10 && 'a' || 'b'", matrix, 'A')).toBeUndefined();
  expect(computeFromMatrix("matrix.os && 'a'", matrix, 'A')).toBe('a');
});

it('adds values that differ to the combinations of a matrix', () => {
  const include = [new Map([['PY', '3.14']]), new Map([['TOX', 'pypy']])];
  const matrix = { axes: new Map(), outputs: new Map(), include, exclude: [] };
  const expression = "matrix.tox || format('py{0}', matrix.py)";
  expect(computeFromMatrix(expression, matrix, 'tox-env')).toBe('${TOX_ENV}');
  expect(include.map((values) => values.get('TOX_ENV'))).toEqual(['py3.14', 'pypy']);
});

it('computes no value that is too long, and none for longer than necessary', () => {
  const long = `${"format('{0}{0}',".repeat(20)}matrix.os${')'.repeat(20)}`;
  expect(computeFromMatrix(long, createMatrix(), 'A')).toBeUndefined();
  const many = `matrix.none${"||''".repeat(80)}`;
  const matrix = {
    axes: new Map(),
    outputs: new Map(),
    include: [new Map([['A', '1']])],
    exclude: [],
  };
  expect(computeFromMatrix(many, matrix, 'A')).toBe('');
});
