import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { equal } from './equality.ts';
import { typeName, type Value } from './value.ts';

/** Negative when `left` comes first, positive when `right` does. */
export function order(left: Value, right: Value, limits: Limits, depth = 0): number {
  limits.step();
  limits.nesting(depth);
  if (isNumber(left) && isNumber(right)) return orderNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') {
    limits.step(Math.min(left.length, right.length) >> 8);
    return left === right ? 0 : left < right ? -1 : 1;
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  const leftItems = itemsOf(left);
  const rightItems = itemsOf(right);
  if (leftItems && rightItems && typeName(left) === typeName(right)) {
    const index = leftItems.findIndex((item, at) => {
      const other = rightItems[at];
      return other !== undefined && !equal(item, other, limits, depth + 1);
    });
    if (index < 0) return leftItems.length - rightItems.length;
    return order(leftItems[index] ?? null, rightItems[index] ?? null, limits, depth + 1);
  }
  throw new Failure(`cannot order ${typeName(left)} and ${typeName(right)}`);
}

function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** Nan comes after all other numbers. */
function orderNumbers(left: bigint | number, right: bigint | number): number {
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

function itemsOf(value: Value): readonly Value[] | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  return value.type === 'list' || value.type === 'tuple' ? value.items : undefined;
}
