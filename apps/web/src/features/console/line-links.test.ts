import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain } from './ansi-style.ts';
import { linkSegments } from './line-links.ts';
import { readTerminalLine } from './terminal-line.ts';

/** Links of a line as `text → target`. Adjacent segments with the same target are one link. */
function linksOf(line: string, isCut = false): string[] {
  const found: { text: string; target: string }[] = [];
  for (const { text, style } of linkSegments(readTerminalLine(line, plain).segments, isCut)) {
    const target = style.href ?? (style.file && `${style.file.path}:${style.file.line}`);
    const last = found.at(-1);
    if (target === undefined) found.push({ text: '', target: '' });
    else if (last?.target === target) last.text += text;
    else found.push({ text, target });
  }
  return found
    .filter(({ target }) => target !== '')
    .map(({ text, target }) => (text === target ? target : `${text} → ${target}`));
}

const address = 'https://ci.example.com/a/b?x=1&y=2#L3';

describe('a web address', () => {
  it.each([
    'see %.',
    'see %, or not',
    '(see %)',
    '(%)',
    '[%]',
    '<%>',
    '"%"',
    "'%'",
    "['%','other']",
    '`%`',
    '**%**',
    '{"url":"%","n":1}',
    '{url: %}',
    'url=%;',
    '[text](%)!',
    '\\"%\\"',
    '“%”',
    '参见 %，谢谢',
    '（%）',
    'Is it %?',
    '%…',
    '\u001b[31m%\u001b[0m',
    '%\u001b[0m',
    '\t%\t',
  ])('ends where a reader ends it: %s', (line) => {
    expect(linksOf(line.replace('%', address))).toEqual([address]);
  });

  it.each([
    'https://en.wikipedia.org/wiki/Mill_(grinding)',
    'http://localhost:8080',
    'https://[::1]:3000/x',
    "https://example.com/it's",
    'https://example.com/a.b,c;d',
    'https://example.com/~ada/[id]',
    'HTTPS://EXAMPLE.COM/',
    'https://例子.测试/路径',
    'https://user@example.com:8443/',
  ])('has every character that belongs to it: %s', (line) => {
    expect(linksOf(`- ${line}`)).toEqual([line]);
    expect(linksOf(`(${line}).`)).toEqual([line]);
  });

  it('keeps its colours, also if they change inside', () => {
    const line = 'to https://ex\u001b[31mample.com/\u001b[1mpath\u001b[0m end';
    expect(linksOf(line)).toEqual(['https://example.com/path']);
    const styles = linkSegments(readTerminalLine(line, plain).segments, false).map(
      ({ style }) => style,
    );
    const href = 'https://example.com/path';
    expect(styles).toEqual([{}, { href }, { color: 1, href }, { color: 1, bold: true, href }, {}]);
  });

  it('is one of several', () => {
    expect(linksOf('http://a.example,http://b.example http://c.example')).toEqual([
      'http://a.example',
      'http://b.example',
      'http://c.example',
    ]);
  });

  it.each([
    'https://',
    'https://...',
    'https://$HOST/path',
    'https://${HOST}/path',
    'https://ci:******@example.com/',
    'https://example.com/?token=********',
    'xhttps://example.com',
    'ftp://example.com',
    'javascript:alert(1)//https',
    `https://example.com/${'a'.repeat(5000)}`,
  ])('is none: %s', (line) => {
    expect(linksOf(line)).toEqual([]);
  });

  it('is left out where the line is cut', () => {
    expect(linksOf('https://a.example https://b.example/lo', true)).toEqual(['https://a.example']);
  });

  it('of the program itself stays', () => {
    const line =
      '\u001b]8;;https://a.example\u001b\\https://b.example\u001b]8;;\u001b\\ http://c.example';
    expect(linksOf(line)).toEqual(['https://b.example → https://a.example', 'http://c.example']);
  });
});

describe('a reference to a file', () => {
  it.each([
    ['src/app.ts:10:5 - error', 'src/app.ts:10:5 → src/app.ts:10'],
    ['src/app.ts(10,5): error TS1', 'src/app.ts(10,5) → src/app.ts:10'],
    ['  File "lib/mill.py", line 7, in grind', 'File "lib/mill.py", line 7 → lib/mill.py:7'],
    ['  --> ./crates/a/main.rs:3:1', './crates/a/main.rs:3:1 → crates/a/main.rs:3'],
    ['main.go:12: undefined', 'main.go:12'],
    ['/drone/src/pkg/x_test.go:4: no', '/drone/src/pkg/x_test.go:4 → pkg/x_test.go:4'],
    ['at f (/tmp/stage-7-abc/src/a.js:1:2)', '/tmp/stage-7-abc/src/a.js:1:2 → a.js:1'],
    ['\u001b[36msrc/a\u001b[0m.ts:\u001b[33m9\u001b[0m:2', 'src/a.ts:9:2 → src/a.ts:9'],
  ])('is read from %s', (line, link) => {
    expect(linksOf(line)).toEqual([link]);
  });

  it.each([
    'example.com:8080',
    '12:30:45.123',
    'node_modules/a/b.js:1:1',
    '/usr/lib/python3/x.py:3',
    '../other/a.ts:1',
    'a.ts:0',
    'image.ts:latest',
    'https://a.example/x.js:1:2x',
  ])('is none: %s', (line) => {
    expect(linksOf(line).filter((link) => !link.startsWith('https:'))).toEqual([]);
  });
});

it('never changes the text of a line', () => {
  const part = fc.constantFrom(
    'https://a.b/',
    '(',
    ')',
    '.',
    "'",
    ' ',
    'src/a.ts:1',
    '\u001b[31m',
    '*',
  );
  const lines = fc
    .array(fc.oneof(part, fc.string({ unit: 'grapheme' })))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(lines, fc.boolean(), (line, isCut) => {
      const { segments } = readTerminalLine(line, plain);
      const textOf = (all: typeof segments) => all.map(({ text }) => text).join('');
      expect(textOf(linkSegments(segments, isCut))).toBe(textOf(segments));
    }),
  );
});
