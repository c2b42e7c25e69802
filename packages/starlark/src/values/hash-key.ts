import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Callable, Value } from './value.ts';
import { aTypeOf, isCallable } from './value.ts';

/** Equal for equal values, so that a JavaScript Map can hold them. */
export type HashKey = null | boolean | bigint | number | string | Callable;

const identities = new WeakMap<Callable, number>();
let lastIdentity = 0;

export function hashKey(value: Value, limits: Limits): HashKey {
  if (typeof value === 'string') return value.startsWith('\0') ? `\0s${value}` : value;
  // 1 and 1.0 are equal.
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object' || isCallable(value)) return value;
  return `\0${composite(value, limits, 0)}`;
}

function composite(value: Value, limits: Limits, depth: number): string {
  limits.step();
  limits.nesting(depth);
  if (value === null) return 'n';
  if (typeof value === 'boolean') return value ? 'y' : 'f';
  if (typeof value === 'string') {
    limits.text(value.length);
    return `${value.length}:${value}`;
  }
  if (typeof value === 'bigint') return `i${limits.digits(value.toString())};`;
  if (typeof value === 'number')
    return Number.isInteger(value) ? `i${BigInt(value)};` : `d${value};`;
  if (value.type === 'tuple')
    return `(${value.items.map((item) => composite(item, limits, depth + 1)).join('')})`;
  if (value.type === 'struct') {
    const fields = [...value.fields].flat();
    return `{${fields.map((item) => composite(item, limits, depth + 1)).join('')}}`;
  }
  if (isCallable(value)) return `c${identity(value)};`;
  throw new Failure(`${aTypeOf(value)} is unhashable`);
}

function identity(value: Callable): number {
  const known = identities.get(value);
  if (known !== undefined) return known;
  identities.set(value, ++lastIdentity);
  return lastIdentity;
}
