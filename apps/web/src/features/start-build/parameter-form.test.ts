import { expect, test } from 'vitest';
import {
  addParameter,
  canAddParameter,
  noParameters,
  parameterQuery,
  removeParameter,
} from './parameter-form.ts';

const typed = (key: string, value: string) => ({ pairs: [], entry: { key, value } });

test.each([
  ['', '', false],
  ['KEY', '', false],
  ['', 'value', false],
  ['KEY', '  ', false],
  ['KEY', 'value', true],
])('key %o with value %o', (key, value, isComplete) => {
  expect(canAddParameter({ key, value })).toBe(isComplete);
  const form = typed(key, value);
  expect(addParameter(form)).toEqual(isComplete ? { ...noParameters, pairs: [form.entry] } : form);
});

test('adds trimmed pairs, one a key, and removes them', () => {
  const one = addParameter(typed(' A ', ' 1 '));
  expect(one).toEqual({ ...noParameters, pairs: [{ key: 'A', value: '1' }] });
  const replaced = addParameter({ ...one, entry: { key: 'A', value: '2' } });
  expect(replaced).toEqual({ ...noParameters, pairs: [{ key: 'A', value: '2' }] });
  expect(removeParameter(replaced, 'A')).toEqual(noParameters);
});

test('sends what was added, and a whole pair that was only typed', () => {
  const pairs = [{ key: 'LEVEL', value: 'debug' }];
  expect(parameterQuery({ pairs, entry: { key: ' GRAIN ', value: 'rye' } })).toEqual({
    LEVEL: 'debug',
    GRAIN: 'rye',
  });
  expect(parameterQuery({ pairs, entry: { key: 'GRAIN', value: '' } })).toEqual({ LEVEL: 'debug' });
});
