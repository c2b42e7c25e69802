import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { floatText, nonFiniteText, padExponent, truncateFloat } from '../values/float.ts';
import { intToFloat } from '../values/int.ts';
import { repr, toText } from '../values/repr.ts';
import { typeName, type Value } from '../values/value.ts';

const directive = /%(?:\(([^)]*)\))?(.)?/gsu;

/** `format % operand`, with a tuple for several directives or a dict for `%(name)s`. */
export function formatPercent(format: string, operand: Value, limits: Limits): string {
  limits.step(format.length >> 6);
  const items = isObject(operand) && operand.type === 'tuple' ? operand.items : [operand];
  const pieces: string[] = [];
  let used = 0;
  let byName = false;
  let copied = 0;
  const add = (text: string): void => {
    limits.text(text.length);
    pieces.push(text);
  };
  for (const match of format.matchAll(directive)) {
    const [whole, name, conversion] = match;
    add(format.slice(copied, match.index));
    copied = match.index + whole.length;
    if (conversion === undefined) throw new Failure('the format ends in the middle of a directive');
    if (conversion === '%') add('%');
    else if (name !== undefined) {
      byName = true;
      add(convert(conversion, entryOf(operand, name, limits), limits));
    } else {
      const item = items[used++];
      if (item === undefined) throw new Failure('the format has more directives than values');
      add(convert(conversion, item, limits));
    }
  }
  if (used < items.length && !byName && !(isObject(operand) && operand.type === 'dict'))
    throw new Failure('the format has fewer directives than values');
  add(format.slice(copied));
  return pieces.join('');
}

function convert(conversion: string, value: Value, limits: Limits): string {
  switch (conversion) {
    case 's':
      return toText(value, limits);
    case 'r':
      return repr(value, limits);
    case 'd':
    case 'i':
      return limits.digits(integer(value, conversion).toString());
    case 'o':
      return limits.digits(integer(value, conversion).toString(8));
    case 'x':
      return limits.digits(integer(value, conversion).toString(16));
    case 'X':
      return limits.digits(integer(value, conversion).toString(16)).toUpperCase();
    case 'c':
      return character(value);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return floating(conversion, value);
    default:
      throw new Failure(`unknown directive %${conversion}`);
  }
}

function floating(conversion: string, value: Value): string {
  if (typeof value !== 'bigint' && typeof value !== 'number')
    throw new Failure(`%${conversion} wants a number, not ${typeName(value)}`);
  const float = typeof value === 'bigint' ? intToFloat(value) : value;
  if (!Number.isFinite(float)) return nonFiniteText(float);
  const kind = conversion.toLowerCase();
  const text =
    kind === 'e'
      ? padExponent(float.toExponential(6))
      : kind === 'f'
        ? fixed(float)
        : floatText(float);
  return conversion === kind ? text : text.toUpperCase();
}

/** JavaScript's `toFixed` turns to exponents for large numbers. */
function fixed(value: number): string {
  return Math.abs(value) < 1e21 ? value.toFixed(6) : `${BigInt(value)}.000000`;
}

function integer(value: Value, conversion: string): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return truncateFloat(value);
  throw new Failure(`%${conversion} wants a number, not ${typeName(value)}`);
}

function character(value: Value): string {
  if (typeof value === 'bigint' && value >= 0n && value <= 0x10ffffn)
    return String.fromCodePoint(Number(value));
  if (typeof value === 'string' && [...value.slice(0, 3)].length === 1) return value;
  throw new Failure('%c wants one character or its code');
}

function entryOf(operand: Value, name: string, limits: Limits): Value {
  if (!isObject(operand) || operand.type !== 'dict')
    throw new Failure(`%(${name}) wants a dict, not ${typeName(operand)}`);
  const value = operand.get(name, limits);
  if (value === undefined) throw new Failure(`the dict has no key "${name}" for the format`);
  return value;
}

function isObject(
  value: Value,
): value is Exclude<Value, null | boolean | bigint | number | string> {
  return value !== null && typeof value === 'object';
}
