import { Failure } from '../errors.ts';
import { checkInt } from './int.ts';
import { quote } from './quote.ts';

const prefixes: ReadonlyMap<string, bigint> = new Map([
  ['0x', 16n],
  ['0o', 8n],
  ['0b', 2n],
]);
const maxDigits = 5000;

/** Base 0 takes the base from a prefix as in literals. */
export function parseIntText(text: string, base: bigint): bigint {
  if (base !== 0n && (base < 2n || base > 36n))
    throw new Failure(`int(): the base is 0 or from 2 to 36, not ${base}`);
  const invalid = (): never => {
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    throw new Failure(`int(): ${quote(shown)} is not a number in base ${base}`);
  };
  if (text.length > maxDigits) return invalid();
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/s.exec(text.toLowerCase()) ?? [];
  const prefixBase = prefixes.get(body.slice(0, 2));
  const usesPrefix = prefixBase !== undefined && (base === 0n || base === prefixBase);
  const digits = usesPrefix ? body.slice(2) : body;
  if (base === 0n && !usesPrefix && /^0+[1-9]/.test(digits)) return invalid();
  const radix = usesPrefix ? prefixBase : base === 0n ? 10n : base;
  if (digits === '') return invalid();
  let value = 0n;
  for (const digit of digits) {
    const worth = /[0-9a-z]/.test(digit) ? BigInt(Number.parseInt(digit, 36)) : 36n;
    if (worth >= radix) return invalid();
    value = checkInt(value * radix + worth);
  }
  return sign === '-' ? -value : value;
}

export function parseFloatText(text: string): number {
  const word = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (word) {
    if (word[2]?.toLowerCase() === 'nan') return Number.NaN;
    return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  throw new Failure(`float(): ${quote(shown)} is not a number`);
}
