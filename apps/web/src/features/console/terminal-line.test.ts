import { readTerminalText } from '@millrace/contract/terminal-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plain, type Style } from './ansi-style.ts';
import { readTerminalLine, scanStyle, sliceSegments } from './terminal-line.ts';

const esc = '\u001b';
const textOf = (out: string) =>
  readTerminalLine(out, plain)
    .segments.map((segment) => segment.text)
    .join('');
const styleOf = (sgr: string) => readTerminalLine(`${esc}[${sgr}mx`, plain).segments[0]?.style;

test.each<[string, Style]>([
  ['31', { color: 1 }],
  ['97', { color: 15 }],
  ['44', { background: 4 }],
  ['105', { background: 13 }],
  ['38;5;9', { color: 9 }],
  ['38;5;208', { color: '#ff8700' }],
  ['48;5;244', { background: '#808080' }],
  ['38;2;10;20;30', { color: '#0a141e' }],
  ['1;2;3;4;7', { bold: true, dim: true, italic: true, underline: true, inverse: true }],
  ['1;31;0', {}],
  ['', {}],
  ['1;31;22', { color: 1 }],
  ['31;39;1', { bold: true }],
  ['38;5;999;1', { bold: true }],
  ['38;2;1;2;300', {}],
  ['38:2::10:20:30', { color: '#0a141e' }],
  ['38:2:1:10:20:30', { color: '#0a141e' }],
  ['38:2:10:20:30', { color: '#0a141e' }],
  ['38:2::10::30;1', { color: '#0a001e', bold: true }],
  ['48:5:244;3', { background: '#808080', italic: true }],
  ['38:5', {}],
  ['4:3', { underline: true }],
  ['4:3;4:0;1', { bold: true }],
  ['21', { underline: true }],
  ['58:2::1:2:3;1', { bold: true }],
  ['58;5;1;3', { italic: true }],
  ['58;2;1;2;3', {}],
  ['>4;2', {}],
  ['?1', {}],
])('reads the style %s', (sgr, style) => {
  expect(styleOf(sgr)).toEqual(style);
});

test('splits text where its style changes, and returns the last style', () => {
  const { segments, end } = readTerminalLine(`a${esc}[32mb${esc}[1mc\n`, plain);
  expect(segments).toEqual([
    { text: 'a', style: {} },
    { text: 'b', style: { color: 2 } },
    { text: 'c', style: { color: 2, bold: true } },
  ]);
  expect(end).toEqual({ color: 2, bold: true });
  expect(readTerminalLine('next', end).segments[0]?.style).toBe(end);
  expect(scanStyle(`a${esc}[32mb${esc}[1mc\n`, plain)).toEqual(end);
});

test.each([
  ['plain line end', 'done\r\n', 'done'],
  ['progress', '10%\r20%\r100%\n', '100%'],
  ['a shorter text overwrites a part', 'loading\rok\n', 'okading'],
  ['erase to the end', `loading\r${esc}[Kok\n`, 'ok'],
  ['erase the line', `loading${esc}[2K\rok\n`, 'ok     '],
  ['return at the end', '50%\r', '50%'],
  ['other sequences', `${esc}[2J${esc}[?25l${esc}]0;title\u0007a${esc}(Bb`, 'ab'],
  ['an unfinished sequence', `a${esc}`, 'a'],
  ['control characters', 'a\u0000\u0001b\tc', 'ab\tc'],
  ['backspaces', 'abc\b\bX', 'aXc'],
  ['direction overrides', 'a\u202eb\u202c\u2067c\u2069', 'abc'],
  ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
])('%s', (_, out, text) => {
  expect(textOf(out)).toBe(text);
});

test('a backspace keeps the colours of both texts', () => {
  const { segments, end } = readTerminalLine(`${esc}[31mabcd${esc}[32m\b\bx`, plain);
  expect(segments.map(({ text, style }) => [text, style.color])).toEqual([
    ['ab', 1],
    ['x', 2],
    ['d', 1],
  ]);
  expect(end.color).toBe(2);
});

test('overwriting keeps the colours of both texts', () => {
  const { segments } = readTerminalLine(`${esc}[31mabcd\r${esc}[32mxy`, plain);
  expect(segments.map(({ text, style }) => [text, style.color])).toEqual([
    ['xy', 2],
    ['cd', 1],
  ]);
});

test('slices segments by column', () => {
  const segments = [
    { text: 'abc', style: plain },
    { text: 'def', style: { bold: true } },
  ];
  expect(sliceSegments(segments, 2, 4)).toEqual([
    { text: 'c', style: plain },
    { text: 'd', style: { bold: true } },
  ]);
});

test('a plain line of five megabytes is one segment', () => {
  const text = 'x'.repeat(5_000_000);
  const { segments } = readTerminalLine(text, plain);
  expect(segments.length).toBe(1);
  expect(segments[0]?.text === text).toBe(true);
});

test('the plain text equals the rendered text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '\r',
      '\r\n',
      '\n',
      '\b',
      '\t',
      '漢',
      '\u202e',
      `${esc}[3C`,
      `${esc}[2D`,
      `${esc}[4G`,
      `${esc}[31m`,
      `${esc}[0K`,
      `${esc}[1K`,
      `${esc}[2K`,
    ),
    fc.constantFrom(`${esc}]8;;http://a/${esc}\\`, `${esc}[`, esc, `${esc}(B`, '💥', 'größe', '|'),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const out = pieces.join('');
      expect(readTerminalText(out)).toBe(textOf(out));
    }),
    { seed: 3, numRuns: 2000 },
  );
});
