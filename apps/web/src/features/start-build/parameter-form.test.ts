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
])('adds key %o with value %o only if both are filled in', (key, value, isComplete) => {
  expect(canAddParameter({ key, value })).toBe(isComplete);
  const form = typed(key, value);
  expect(addParameter(form)).toEqual(isComplete ? { ...noParameters, pairs: [form.entry] } : form);
});

test('adds trimmed parameters with unique keys, and removes them', () => {
  const one = addParameter(typed(' A ', ' 1 '));
  expect(one).toEqual({ ...noParameters, pairs: [{ key: 'A', value: '1' }] });
  const replaced = addParameter({ ...one, entry: { key: 'A', value: '2' } });
  expect(replaced).toEqual({ ...noParameters, pairs: [{ key: 'A', value: '2' }] });
  expect(removeParameter(replaced, 'A')).toEqual(noParameters);
});

test('sends added parameters, and a complete one that was not added', () => {
  const pairs = [{ key: 'LEVEL', value: 'debug' }];
  expect(parameterQuery({ pairs, entry: { key: ' GRAIN ', value: 'rye' } })).toEqual({
    LEVEL: 'debug',
    GRAIN: 'rye',
  });
  expect(parameterQuery({ pairs, entry: { key: 'GRAIN', value: '' } })).toEqual({ LEVEL: 'debug' });
});
