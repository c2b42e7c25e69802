import { fitsInt } from '../values/int.ts';
import type { SourceText } from './source-text.ts';

const numberPattern =
  /0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?/y;
const wordCharacter = /[\p{L}\p{N}_]/u;
const maxLiteralLength = 5000;

export function scanNumber(
  source: SourceText,
  at: number,
): { value: bigint | number; end: number } {
  numberPattern.lastIndex = at;
  const text = numberPattern.exec(source.text)?.[0];
  if (text === undefined) source.fail('malformed number', at);
  const end = at + text.length;
  if (wordCharacter.test(source.text.charAt(end))) source.fail('malformed number', at);
  if (text.length > maxLiteralLength) source.fail('number too large', at);
  return { value: numberValue(source, text, at), end };
}

function numberValue(source: SourceText, text: string, at: number): bigint | number {
  const isDecimal = !/^0[xob]/i.test(text);
  if (isDecimal && /[.e]/i.test(text)) {
    const value = Number(text);
    if (!Number.isFinite(value)) source.fail('floating-point number too large', at);
    return value;
  }
  if (/^0\d/.test(text)) source.fail('a number must not start with 0; octal is written 0o17', at);
  const value = BigInt(text.toLowerCase());
  if (!fitsInt(value)) source.fail('number too large', at);
  return value;
}
