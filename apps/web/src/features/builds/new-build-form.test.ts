import { expect, test } from 'vitest';
import { addParameter, canAddParameter, newBuildQuery, removeParameter } from './new-build-form.ts';

test.each([
  ['', '', false],
  ['KEY', '', false],
  ['', 'value', false],
  ['KEY', '  ', false],
  ['KEY', 'value', true],
])('key %o with value %o', (key, value, isComplete) => {
  expect(canAddParameter({ key, value })).toBe(isComplete);
  expect(addParameter([], { key, value })).toHaveLength(isComplete ? 1 : 0);
});

test('adds trimmed pairs, one a key, and removes them', () => {
  const one = addParameter([], { key: ' A ', value: ' 1 ' });
  expect(one).toEqual([{ key: 'A', value: '1' }]);
  const replaced = addParameter(one, { key: 'A', value: '2' });
  expect(replaced).toEqual([{ key: 'A', value: '2' }]);
  expect(removeParameter(replaced, 'A')).toEqual([]);
});

test('sends what was filled in', () => {
  const parameters = [{ key: 'LEVEL', value: 'debug' }];
  expect(
    newBuildQuery({ target: ' main ', commit: '', parameters, declared: { DRY: 'true' } }),
  ).toEqual({
    LEVEL: 'debug',
    DRY: 'true',
    branch: 'main',
  });
  expect(newBuildQuery({ target: '', commit: '7fd1a60', parameters: [], declared: {} })).toEqual({
    commit: '7fd1a60',
  });
});
