import { expect, test } from 'vitest';
import { parseQuery } from './search-query.ts';

test.each([
  ['', { text: '', repo: '', rest: '', number: null }],
  [' mill ', { text: 'mill', repo: '', rest: '', number: null }],
  ['fix the mill', { repo: '', rest: '', number: null }],
  ['#12', { repo: '', number: 12 }],
  ['12', { repo: '', number: 12 }],
  ['octo/app 12', { repo: 'octo/app', number: 12 }],
  ['octo/app #12', { repo: 'octo/app', number: 12 }],
  ['octo/app#12', { repo: 'octo/app', number: 12 }],
  ['app#12', { repo: 'app', number: 12 }],
  ['octo/', { repo: 'octo/', rest: '', number: null }],
  ['octo/app main', { repo: 'octo/app', rest: 'main', number: null }],
  ['octo/app12', { repo: 'octo/app12', rest: '', number: null }],
])('parses %o', (typed, expected) => {
  expect(parseQuery(typed)).toMatchObject(expected);
});
