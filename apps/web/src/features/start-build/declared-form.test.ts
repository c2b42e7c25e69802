import type { BuildParameter } from '@millrace/contract/api';
import { expect, test } from 'vitest';
import { declaredQuery } from './declared-form.ts';

const text: BuildParameter = { name: 'TEXT', type: 'string', required: false };
const level: BuildParameter = {
  name: 'LEVEL',
  type: 'choice',
  required: false,
  choices: ['low', 'high'],
};
const dry: BuildParameter = { name: 'DRY', type: 'boolean', required: false };

test.each<[string, BuildParameter, Record<string, string>, Record<string, string>]>([
  ['no value for an empty field', text, {}, {}],
  ['the entered value', text, { TEXT: 'x' }, { TEXT: 'x' }],
  ['the default', { ...text, default: 'x' }, {}, { TEXT: 'x' }],
  [
    'an empty value that overrides a default',
    { ...text, default: 'x' },
    { TEXT: '' },
    { TEXT: '' },
  ],
  ['no value of a parameter that the branch does not declare', text, { OTHER: 'x' }, {}],
  ['a choice', level, { LEVEL: 'high' }, { LEVEL: 'high' }],
  ['no choice that the branch does not declare', level, { LEVEL: 'loud' }, {}],
  ['an unchanged checkbox', dry, {}, { DRY: 'false' }],
  ['a checkbox that is checked by default', { ...dry, default: 'true' }, {}, { DRY: 'true' }],
  ['a checkbox that was cleared', { ...dry, default: 'true' }, { DRY: 'false' }, { DRY: 'false' }],
])('sends %s', (_, parameter, values, query) => {
  expect(declaredQuery([parameter], values)).toEqual(query);
});
