import type { Limits } from '../limits.ts';
import type { Struct } from './struct.ts';
import type { Value } from './value.ts';

export function equal(left: Value, right: Value, limits: Limits, depth = 0): boolean {
  limits.step();
  limits.nesting(depth);
  if (isNumber(left) && isNumber(right)) return sameNumber(left, right);
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) limits.step(left.length >> 8);
    return left === right;
  }
  if (left === right) return true;
  if (!isCompound(left) || !isCompound(right) || left.type !== right.type) return false;
  if ('items' in left && 'items' in right) return sameItems(left.items, right.items, limits, depth);
  if (left.type === 'dict' && right.type === 'dict') {
    if (left.size !== right.size) return false;
    for (const [key, value] of left) {
      const other = right.get(key, limits);
      if (other === undefined || !equal(value, other, limits, depth + 1)) return false;
    }
    return true;
  }
  if (left.type === 'set' && right.type === 'set') {
    if (left.size !== right.size) return false;
    for (const value of left) {
      limits.step();
      if (!right.has(value, limits)) return false;
    }
    return true;
  }
  if (left.type === 'struct' && right.type === 'struct')
    return sameFields(left, right, limits, depth);
  if (left.type === 'range' && right.type === 'range') {
    if (left.length !== right.length) return false;
    if (left.length === 0n) return true;
    return left.start === right.start && (left.length === 1n || left.step === right.step);
  }
  return false;
}

type Compound = Exclude<Value, null | boolean | bigint | number | string>;

function isCompound(value: Value): value is Compound {
  return value !== null && typeof value === 'object';
}

function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** Unlike JavaScript's, every nan is equal to every other, so that they work as keys. */
function sameNumber(left: bigint | number, right: bigint | number): boolean {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.isNaN(left) && Number.isNaN(right);
  return !(left < right) && !(left > right);
}

function sameItems(
  left: readonly Value[],
  right: readonly Value[],
  limits: Limits,
  depth: number,
): boolean {
  if (left.length !== right.length) return false;
  return left.every((item, index) => equal(item, right[index] ?? null, limits, depth + 1));
}

function sameFields(left: Struct, right: Struct, limits: Limits, depth: number): boolean {
  if (left.fields.size !== right.fields.size) return false;
  for (const [name, value] of left.fields) {
    const other = right.fields.get(name);
    if (other === undefined || !equal(value, other, limits, depth + 1)) return false;
  }
  return true;
}
