import { Failure } from '../errors.ts';

const maxBits = 4096;
const bound = 1n << BigInt(maxBits);

export function fitsInt(value: bigint): boolean {
  return value < bound && value > -bound;
}

/** Ints have no fixed size, but an end: arithmetic on endless ones would take endless time. */
export function checkInt(value: bigint): bigint {
  if (!fitsInt(value)) throw new Failure(`the int needs more than ${maxBits} bits`);
  return value;
}

export function shiftLeft(value: bigint, count: bigint): bigint {
  if (value !== 0n && count > maxBits) throw new Failure(`the int needs more than ${maxBits} bits`);
  return value === 0n ? 0n : checkInt(value << count);
}

export function floorDivide(left: bigint, right: bigint): bigint {
  if (right === 0n) throw new Failure('division by zero');
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

/** Takes the sign of the divisor. */
export function modulo(left: bigint, right: bigint): bigint {
  if (right === 0n) throw new Failure('division by zero');
  const rest = left % right;
  return rest !== 0n && rest < 0n !== right < 0n ? rest + right : rest;
}

export function intToFloat(value: bigint): number {
  const float = Number(value);
  if (!Number.isFinite(float)) throw new Failure('the int is too large for a float');
  return float;
}
