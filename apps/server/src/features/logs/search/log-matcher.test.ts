import { readTerminalText } from '@millrace/contract/terminal-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLines } from '../../../../testing/build-with-logs.ts';
import { toJson } from '../log-block.ts';
import { LogMatcher } from './log-matcher.ts';

const blockOf = (texts: readonly string[]) =>
  toLines(texts)
    .map((line) => `${toJson(line)}\n`)
    .join('');
const plain = { matchesCase: false, isRegExp: false };
const search = (texts: readonly string[], text: string, change = {}, room = 100) =>
  new LogMatcher({ ...plain, text, ...change }).search(blockOf(texts), room);
const found = (...args: Parameters<typeof search>) => search(...args).hits.map(({ pos }) => pos);

it('finds a text, with its positions in the line', () => {
  const { count, hits } = search(['one ONE', 'two', 'x one'], 'one');
  expect(count).toBe(2);
  expect(hits).toEqual([
    {
      pos: 0,
      out: 'one ONE',
      before: 0,
      after: 0,
      ranges: [
        { from: 0, to: 3 },
        { from: 4, to: 7 },
      ],
    },
    { pos: 2, out: 'x one', before: 0, after: 0, ranges: [{ from: 2, to: 5 }] },
  ]);
});

it.each([
  ['matches case if requested', ['a', 'A'], 'A', { matchesCase: true }, [1]],
  ['treats a plain text literally', ['a.c', 'abc'], 'a.c', {}, [0]],
  ['an expression', ['a.c', 'abc', 'ac'], 'a.c', { isRegExp: true }, [0, 1]],
  ['matches start and end of the line', ['xab', 'ab', 'abx'], '^ab$', { isRegExp: true }, [1]],
  ['characters that JSON escapes', ['say "hi"', 'c:\\temp', 'say hi'], '"hi"', {}, [0]],
  ['a backslash', ['say "hi"', 'c:\\temp', 'c:/temp'], 'c:\\t', {}, [1]],
  ['a tab', ['a\tb', 'a b'], 'a\tb', {}, [0]],
  ['no keys of the JSON', ['x', 'pos', 'time'], 'time', {}, [2]],
  ['digits of a position', ['a', 'b', '1'], '1', {}, [2]],
  ['the letters of an escape', ['a\tb', 'x\u001b[0my'], 'u001b', {}, []],
  ['colors within a word', ['fa\u001b[31mil\u001b[0med'], 'failed', {}, [0]],
  ['color codes are not text', ['\u001b[31mred'], '[31m', {}, []],
  [
    'text that looks like a color code',
    ['\\u001b[1mx', '\u001b[1m\\u001b[1mx'],
    'b[1mx',
    {},
    [0, 1],
  ],
  ['colors beside other control characters', ['\u001b[1ma\u001b[0m\rb\u001b[1mc'], 'bc', {}, [0]],
  ['text after an unterminated title', ['\u001b]0;a\u001b[1m b\u0007'], ' b', {}, [0]],
  ['a line that was overwritten', ['10%\r50%\rdone', '10%'], '10%', {}, [1]],
  ['text written over by backspaces', ['12%\b\b\b34%', '12%'], '34%', {}, [0]],
  ['text around direction overrides', ['ab\u202ecd\u202c', 'ab\u2066cd\u2069'], 'abcd', {}, [0, 1]],
  ['a line with CRLF', ['end\r'], 'end$', { isRegExp: true }, [0]],
  ['text beyond ASCII', ['größe', 'GRÖSSE', '日本語'], 'GRÖ', {}, [0, 1]],
  ['an emoji', ['a 💥 b', 'a b'], '💥', {}, [0]],
  ['a class that needs characters', ['💥'], '^.$', { isRegExp: true }, [0]],
  ['an expression that only matches empty text', ['aaa', ''], 'x*', { isRegExp: true }, []],
  ['empty lines', ['', 'a'], '^$', { isRegExp: true }, []],
  ['the break is not part of the line', ['a'], '\\n', { isRegExp: true }, []],
])('%s', (_, texts, text, change, expected) => {
  expect(found(texts, text, change)).toEqual(expected);
});

it('counts all matches, and lists a limited number', () => {
  const { count, hits } = search(Array(50).fill('x'), 'x', {}, 3);
  expect([count, hits.map(({ pos }) => pos)]).toEqual([50, [0, 1, 2]]);
  expect(search(['x'], 'x', {}, 0)).toEqual({ count: 1, hits: [] });
});

it('cuts a long line around its first match, and splits no character', () => {
  const text = `${'💥'.repeat(400)}needle${'é'.repeat(5000)}needle`;
  const [hit] = search([text], 'needle').hits;
  const { out = '', before = 0, after = 0, ranges = [] } = hit ?? {};
  expect(before + out.length + after).toBe(text.length);
  expect(text.slice(before, before + out.length)).toBe(out);
  expect(out.length).toBeLessThan(510);
  expect(ranges.map(({ from, to }) => out.slice(from, to))).toEqual(['needle']);
  expect(out.isWellFormed()).toBe(true);
});

it('marks a match that is longer than the shown text to its end', () => {
  const [hit] = search(['x'.repeat(9000)], 'x+', { isRegExp: true }).hits;
  expect(hit?.ranges).toEqual([{ from: 0, to: hit?.out.length }]);
});

it('finds in stored blocks what a terminal displays', () => {
  const piece = fc.constantFrom(
    'a',
    'A',
    'b',
    '"',
    '\\',
    '\t',
    'n',
    '\\n',
    'u0',
    ' ',
    'ß',
    '💥',
    '\u007f',
    '\b',
    'time',
    '\r',
    '\u001b[1m',
    '\u001b[K',
    'u001b[1m',
    '\u001b]0;',
    '0',
    ',',
  );
  const texts = fc.array(fc.array(piece, { maxLength: 8 }), { maxLength: 6 });
  fc.assert(
    fc.property(texts, fc.array(piece, { minLength: 1, maxLength: 3 }), (lines, sought) => {
      const all = lines.map((pieces) => pieces.join(''));
      const text = sought.join('');
      const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const shown = all.flatMap((line, pos) => {
        const isThere = readTerminalText(`${line}\n`).match(new RegExp(literal, 'iu'));
        return isThere ? [pos] : [];
      });
      expect(found(all, text)).toEqual(shown);
      expect(found(all, literal, { isRegExp: true })).toEqual(shown);
    }),
    { seed: 5, numRuns: 3000 },
  );
});
