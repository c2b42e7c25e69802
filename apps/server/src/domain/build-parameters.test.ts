import type { Parameter } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { fillParameters } from './build-parameters.ts';

const parameter = (fields: Partial<Parameter>): Parameter => ({
  name: 'A',
  type: 'string',
  description: '',
  required: false,
  default: undefined,
  choices: [],
  events: ['custom'],
  ...fields,
});
const level = parameter({ type: 'choice', choices: ['low', 'high'] });

describe('fillParameters', () => {
  it.each<[string, Parameter, Record<string, string>, Record<string, string>]>([
    ['keeps undeclared parameters', parameter({ name: 'B' }), { A: 'x' }, { A: 'x' }],
    ['fills in the default', parameter({ default: 'x' }), {}, { A: 'x' }],
    ['prefers a value to the default', parameter({ default: 'x' }), { A: 'y' }, { A: 'y' }],
    ['keeps an empty value', parameter({ default: 'x' }), { A: '' }, { A: '' }],
    ['omits optional parameters without a value', level, {}, {}],
    ['accepts a choice', level, { A: 'high' }, { A: 'high' }],
    ['accepts a name of an object property', parameter({ name: 'toString' }), {}, {}],
  ])('%s', (_, declared, given, params) => {
    expect(fillParameters([declared], given)).toEqual(params);
  });

  it.each<[string, Parameter, Record<string, string>]>([
    ['The parameter A is missing', parameter({ required: true }), {}],
    ['The parameter A is missing', parameter({ required: true }), { A: '' }],
    ['The parameter A must be one of low, high', level, { A: 'loud' }],
    ['The parameter A must be a number', parameter({ type: 'number' }), { A: 'x' }],
    ['The parameter A must be true or false', parameter({ type: 'boolean' }), { A: 'yes' }],
  ])('says: %s', (message, declared, given) => {
    expect(() => fillParameters([declared], given)).toThrow(message);
  });
});
