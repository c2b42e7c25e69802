import { Failure } from '../errors.ts';
import { checkInt } from './int.ts';

/** The shortest text that reads back as the same float and cannot be taken for an int. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return nonFiniteText(value);
  if (Object.is(value, -0)) return '-0.0';
  if (value === 0) return '0.0';
  const text = value.toExponential();
  const exponent = Number(text.slice(text.indexOf('e') + 1));
  if (exponent < -4 || exponent >= 6) return padExponent(text);
  const plain = String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}

export function nonFiniteText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return value > 0 ? '+inf' : '-inf';
}

/** Exponents have two digits at least. */
export function padExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

export function truncateFloat(value: number): bigint {
  if (!Number.isFinite(value))
    throw new Failure(`cannot convert float ${nonFiniteText(value)} to int`);
  return checkInt(BigInt(Math.trunc(value)));
}

export function floorDivideFloat(left: number, right: number): number {
  if (right === 0) throw new Failure('floating-point division by zero');
  return Math.floor(left / right);
}

/** Takes the sign of the divisor. */
export function moduloFloat(left: number, right: number): number {
  if (right === 0) throw new Failure('floating-point modulo by zero');
  const rest = left % right;
  return rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest;
}
