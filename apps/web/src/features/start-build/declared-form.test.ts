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
  ['nothing for an empty field', text, {}, {}],
  ['what was typed', text, { TEXT: 'x' }, { TEXT: 'x' }],
  ['the default', { ...text, default: 'x' }, {}, { TEXT: 'x' }],
  ['an empty text that replaces a default', { ...text, default: 'x' }, { TEXT: '' }, { TEXT: '' }],
  ['what another branch does not ask for', text, { OTHER: 'x' }, {}],
  ['a choice', level, { LEVEL: 'high' }, { LEVEL: 'high' }],
  ['no choice that only another branch has', level, { LEVEL: 'loud' }, {}],
  ['a box that nobody touched', dry, {}, { DRY: 'false' }],
  ['a box that is on by default', { ...dry, default: 'true' }, {}, { DRY: 'true' }],
  ['a box that was cleared', { ...dry, default: 'true' }, { DRY: 'false' }, { DRY: 'false' }],
])('sends %s', (_, parameter, values, query) => {
  expect(declaredQuery([parameter], values)).toEqual(query);
});
