import { describe, expect, it } from 'vitest';
import { LineSplitter, type SplitLine } from './line-splitter.ts';

function split(chunks: Uint8Array[]): SplitLine[] {
  const splitter = new LineSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

describe('LineSplitter', () => {
  it.each([
    ['nothing', '', []],
    ['lines', 'one\ntwo\n', ['one\n', 'two\n']],
    ['a last line without a line break', 'one\ntwo', ['one\n', 'two']],
    ['empty lines', '\n\n', ['\n', '\n']],
    ['carriage returns', '10%\r20%\r\nend\r\n', ['10%\r20%\r\n', 'end\r\n']],
    ['a byte order mark', '\u{feff}one\n', ['\u{feff}one\n']],
    [
      'many scripts',
      'größe\n水車\n🚰 \u{1f468}\u{200d}\u{1f469}',
      ['größe\n', '水車\n', '🚰 👨‍👩'],
    ],
  ])('preserves %s wherever chunks are split', (_, text, expected) => {
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size <= Math.max(1, bytes.length); size++) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(split(chunks)).toEqual(expected);
    }
  });

  it('replaces invalid bytes and continues', () => {
    expect(split([Uint8Array.of(0x61, 0xff, 0x0a, 0xe6)])).toEqual(['a\u{fffd}\n', '\u{fffd}']);
  });

  it('passes a line of 5 MB unchanged', () => {
    const chunk = new TextEncoder().encode('x'.repeat(64 * 1024));
    const lines = split([...Array.from({ length: 80 }, () => chunk), Uint8Array.of(0x0a)]);
    expect(lines.map((line) => typeof line === 'string' && line.length)).toEqual([
      80 * 64 * 1024 + 1,
    ]);
  });

  it.each([
    ['a line of exactly the limit', '0123456789\n', ['0123456789\n']],
    ['one character more', '0123456789ä\nb', [{ beginning: '0123456789', droppedBytes: 2 }, 'b']],
    [
      'an incomplete character',
      '012345678🚰',
      [{ beginning: '012345678\u{fffd}', droppedBytes: 3 }],
    ],
  ])('truncates a long line wherever its bytes are split: %s', (_, text, expected) => {
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size <= bytes.length; size++) {
      const splitter = new LineSplitter(10);
      const lines: SplitLine[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        lines.push(...splitter.push(bytes.subarray(at, at + size)));
      }
      expect([...lines, ...splitter.end()]).toEqual(expected);
    }
  });
});
