import { expect, it } from 'vitest';
import { parseMatrixValues } from './matrix-values.ts';

const list = (length: number) => JSON.stringify(Array.from({ length }, (_, at) => at));

it.each<[string, string[]]>([
  ['["linux","darwin"]', ['linux', 'darwin']],
  ['[1.20, 2, "1.20"]', ['1.20', '2']],
  [' [ "a" ] \n', ['a']],
  ['[]', []],
  ['linux', ['linux']],
  ['linux\r\n\n  darwin \nlinux\n', ['linux', 'darwin']],
  ['cmd/api\ncmd/web@2:3+x,y=z', ['cmd/api', 'cmd/web@2:3+x,y=z']],
  ['["größe"]', ['größe']],
  [list(100), Array.from({ length: 100 }, (_, at) => String(at))],
])('%j are values', (text, values) => {
  expect(parseMatrixValues(text)).toEqual({ values });
});

const notAllowed = (at: number) =>
  `value ${at} is not allowed: a value has at most 100 letters, digits and characters of "_.+@/:,=-", and does not start with "-"`;

it.each([
  ['', 'it is empty; write [] for no values'],
  [' \n', 'it is empty; write [] for no values'],
  ['["a"', 'it starts with "[" but is not a JSON list'],
  ['[1] [2]', 'it starts with "[" but is not a JSON list'],
  ['[{ "a": 1 }]', 'value 1 of the list is neither a text nor a number'],
  ['["a", true]', 'value 2 of the list is neither a text nor a number'],
  ['["a", null]', 'value 2 of the list is neither a text nor a number'],
  ['["a", ""]', notAllowed(2)],
  ['["a b"]', notAllowed(1)],
  ['["a\\nb"]', notAllowed(1)],
  ['["a\\"]"]', notAllowed(1)],
  ['a\n-exec=evil', notAllowed(2)],
  ['{"a": 1}', notAllowed(1)],
  ['$(id)', notAllowed(1)],
  ['${SECRET}', notAllowed(1)],
  ['a;id', notAllowed(1)],
  ['a`id`', notAllowed(1)],
  ["a'b", notAllowed(1)],
  ['a\\b', notAllowed(1)],
  ['a#b', notAllowed(1)],
  ['a\u202eb', notAllowed(1)],
  ['x'.repeat(101), notAllowed(1)],
  [list(101), 'it has 101 values, more than 100'],
])('%j is a problem', (text, problem) => {
  expect(parseMatrixValues(text)).toEqual({ problem });
});
