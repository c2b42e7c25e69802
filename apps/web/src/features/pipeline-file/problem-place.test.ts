import { expect, it } from 'vitest';
import { excerptOf, findHint, readPlace } from './problem-place.ts';

it.each([
  [
    '.drone.yml: line 4, column 15: steps must be a list',
    { file: '.drone.yml', line: 4, column: 15 },
  ],
  ['document 2, line 16, column 8: unknown key', { file: '.drone.yml', line: 16, column: 8 }],
  ['line 3: no', { file: '.drone.yml', line: 3, column: undefined }],
  ['ci/b.yml: line 3: no', { file: 'ci/b.yml', line: 3, column: undefined }],
  ['the file has more than 1,000 steps', undefined],
])('%s', (message, place) => {
  expect(readPlace(message, '.drone.yml')).toEqual(place);
});

it('returns three lines before and after the position', () => {
  const text = Array.from({ length: 9 }, (_, at) => `${at + 1}\r`).join('\n');
  const numbers = (line: number) =>
    excerptOf(text, { file: 'a.yml', line, column: 1 }, 'a.yml').map(
      (each) => `${each.number}${each.text}`,
    );
  expect(numbers(5)).toEqual(['22', '33', '44', '55', '66', '77', '88']);
  expect(numbers(1)).toEqual(['11', '22', '33', '44']);
  expect(numbers(10)).toEqual([]);
});

it('returns lines of the named file', () => {
  const text = '# file: a.yml\na1\na2\n---\n# file: b.yml\nb1\nb2\nb3\n';
  const linesOf = (file: string, text: string) =>
    excerptOf(text, { file, line: 1, column: 1 }, 'a.yml').map(({ text }) => text);
  expect(linesOf('a.yml', text)).toEqual(['a1', 'a2', '---', '# file: b.yml']);
  expect(linesOf('b.yml', text)).toEqual(['b1', 'b2', 'b3']);
  expect(linesOf('c.yml', text)).toEqual([]);
  expect(linesOf('b.yml', 'a1\n')).toEqual([]);
});

it.each([
  ['steps[0].commands[0] must be text', '  - echo done: yes', 'quote'],
  [`commands[0] must be text; write "- 'echo done: yes'"`, '  - echo done: yes', 'quote'],
  ['steps[0].commands[0] must be text', '  - [a]', undefined],
  ['Tabs are not allowed as indentation', '\tcommands:', 'tabs'],
  ['Nested mappings are not allowed: check the indentation of this line', ' a: b', 'indentation'],
  ['steps must be a list', 'steps: 3', undefined],
])('%s: %s', (message, line, hint) => {
  expect(findHint(message, line)).toBe(hint);
});
