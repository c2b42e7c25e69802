import { maxCardBytes } from '@millrace/contract/card';
import { describe, expect, it } from 'vitest';
import { CardExtractor } from './card-extractor.ts';
import { LineSplitter, type SplitLine } from './line-splitter.ts';

const card = { schema: 'https://example.com/card.json', data: { text: 'größe', n: 1 } };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const escaped = (encoded: string) => `\u001b]1338;${encoded}\u001b]0m`;
const noteOf = (problem: string) => `A card of this step was rejected: ${problem}\n`;
const wrapped = (encoded: string) => encoded.replace(/.{76}/g, '$&\n');
const long = { ...card, data: { text: 'x'.repeat(400) } };

/** Returns the log and the card of an output that is received in chunks of `size` bytes. */
function extract(output: string, size = output.length * 2, mask = (text: string) => text) {
  const splitter = new LineSplitter();
  const extractor = new CardExtractor(mask);
  const bytes = new TextEncoder().encode(output);
  const log: string[] = [];
  const take = (lines: SplitLine[]) => {
    for (const line of lines) if (typeof line === 'string') log.push(...extractor.take(line));
  };
  for (let at = 0; at < bytes.length; at += size) {
    take(splitter.push(bytes.subarray(at, at + size)));
  }
  take(splitter.end());
  log.push(...extractor.end());
  return { log, card: extractor.card };
}

describe('a card in the output', () => {
  it.each([
    ['on a separate line', `a\n${escaped(encode(card))}\nb\n`, ['a\n', 'b\n'], card],
    ['at the end without a line break', `a\n${escaped(encode(card))}`, ['a\n'], card],
    ['within a line', `a${escaped(encode(card))}b\n`, ['ab\n'], card],
    ['with carriage returns', `${escaped(encode(card))}\r\nb\r\n`, ['b\r\n'], card],
    ['wrapped by base64', `a\n${escaped(wrapped(encode(long)))}\nb\n`, ['a\n', 'b\n'], long],
    [
      'wrapped, with the end on the next line',
      `${escaped(`${wrapped(encode(long))}\n`)}\nb\n`,
      ['b\n'],
      long,
    ],
    ['after another one', `${escaped(encode(long))}x${escaped(encode(card))}\n`, ['x\n'], card],
  ])('%s is extracted wherever chunks are split', (_, output, log, expected) => {
    for (const size of [1, 2, 3, 7, 64, 10_000]) {
      expect(extract(output, size)).toEqual({ log, card: expected });
    }
  });

  it('does not reveal a secret', () => {
    const mask = (text: string) => text.replaceAll('größe', '******');
    expect(extract(escaped(encode(card)), 999, mask).card?.data).toEqual({ text: '******', n: 1 });
  });

  it('does not reveal a secret that is a name or a number', () => {
    const mask = (text: string) => text.replaceAll('4711', '******');
    const data = { 'key 4711': [4711, 815], n: { deep: -4711 } };
    expect(extract(escaped(encode({ ...card, data })), 999, mask).card?.data).toEqual({
      'key ******': ['******', 815],
      n: { deep: '-******' },
    });
  });

  it('may have the maximum size', () => {
    const data = 'x'.repeat(maxCardBytes - 2);
    const fits = escaped(encode({ ...card, data }));
    expect(extract(fits)).toEqual({ log: [], card: { ...card, data } });
  });
});

describe('an invalid card', () => {
  it.each([
    ['not base64', '{"schema":1}', 'Invalid Card'],
    ['not JSON', Buffer.from('nothing').toString('base64'), 'Invalid Card'],
    ['an empty card', '', 'Invalid Card'],
    ['not an object', encode(null), 'Invalid Card'],
    ['a card without data', encode({ schema: card.schema }), 'Invalid Card Data'],
    [
      'a schema that is not a web address',
      encode({ ...card, schema: 'file:///x' }),
      'Invalid Card Schema',
    ],
    ['too much data', encode({ ...card, data: 'x'.repeat(maxCardBytes) }), 'Card is too large'],
    ['far too much data', encode('x'.repeat(9 * maxCardBytes)), 'Card is too large'],
    [
      'far too much data, wrapped',
      wrapped(encode('x'.repeat(9 * maxCardBytes))),
      'Card is too large',
    ],
    ['deeply nested data', encode('[') + 'W1tb'.repeat(20_000), 'Invalid Card'],
  ])('is rejected with a note: %s', (_, encoded, problem) => {
    expect(extract(`a\n${escaped(encoded)}\nb\n`)).toEqual({
      log: ['a\n', noteOf(problem), 'b\n'],
      card: undefined,
    });
  });

  it('does not replace the previous card', () => {
    expect(extract(escaped(encode(card)) + escaped('bm8=')).card).toEqual(card);
  });

  it.each([
    [
      'in a line',
      'a \u001b]1338; b\nc\n',
      [noteOf('its end is missing'), 'a \u001b]1338; b\n', 'c\n'],
    ],
    [
      'before text',
      '\u001b]1338;\ndone\nmore\nand more\n',
      ['\u001b]1338;\n', 'done\n', noteOf('its end is missing'), 'more\n', 'and more\n'],
    ],
    ['at the end', '\u001b]1338;YWJj\n', ['\u001b]1338;YWJj\n', noteOf('its end is missing')]],
  ])('loses no line if the end is missing %s', (_, output, log) => {
    expect(extract(output)).toEqual({ log, card: undefined });
  });

  it('handles long lines', () => {
    const output = `${'\u001b]1338;'.repeat(300_000)}\n${escaped('').repeat(100_000)}\n`;
    expect(extract(output).log).toHaveLength(100_002);
  });
});
