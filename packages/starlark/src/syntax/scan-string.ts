import type { SourceText } from './source-text.ts';

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['\n', ''],
]);

const hexEscapeLengths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

interface Scanned {
  readonly value: string;
  readonly end: number;
}

/** Reads the string whose opening quote stands at `at`. */
export function scanString(source: SourceText, at: number, raw: boolean): Scanned {
  const { text } = source;
  const quote = text.charAt(at);
  const triple = text.startsWith(quote.repeat(3), at);
  const closing = triple ? quote.repeat(3) : quote;
  const pieces: string[] = [];
  let next = at + closing.length;
  let pieceStart = next;
  while (!text.startsWith(closing, next)) {
    const char = text.charAt(next);
    if (char === '') source.fail('string without end', at);
    if (char === '\n' && !triple) source.fail('string without end on its line', at);
    if (char !== '\\') next++;
    else if (raw) next += 2;
    else {
      const escaped = scanEscape(source, next);
      pieces.push(text.slice(pieceStart, next), escaped.value);
      next = escaped.end;
      pieceStart = next;
    }
  }
  pieces.push(text.slice(pieceStart, next));
  return { value: pieces.join(''), end: next + closing.length };
}

function scanEscape(source: SourceText, at: number): Scanned {
  const letter = source.text.charAt(at + 1);
  const simple = simpleEscapes.get(letter);
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const hexLength = hexEscapeLengths.get(letter);
  if (hexLength !== undefined) {
    const digits = source.text.slice(at + 2, at + 2 + hexLength);
    if (digits.length < hexLength || !/^[0-9a-fA-F]+$/.test(digits))
      source.fail(`\\${letter} needs ${hexLength} hexadecimal digits`, at);
    const value = codePointText(source, Number.parseInt(digits, 16), letter === 'x', at);
    return { value, end: at + 2 + hexLength };
  }
  const octal = /^[0-7]{1,3}/.exec(source.text.slice(at + 1, at + 4))?.[0];
  if (octal === undefined)
    source.fail(`unknown escape \\${letter}; write \\\\ for a backslash`, at);
  const value = codePointText(source, Number.parseInt(octal, 8), true, at);
  return { value, end: at + 1 + octal.length };
}

function codePointText(source: SourceText, code: number, ascii: boolean, at: number): string {
  if (ascii && code > 127) source.fail('escape beyond ASCII; use \\u and four digits', at);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    source.fail('escape is not a Unicode character', at);
  return String.fromCodePoint(code);
}
