import type { Limits } from '../limits.ts';
import { Dict } from '../values/dict.ts';
import { List } from '../values/list.ts';
import { Struct } from '../values/struct.ts';
import { Tuple } from '../values/tuple.ts';
import type { Value } from '../values/value.ts';

/** `left + right` of what is not a number; undefined when the two do not go together. */
export function concatenate(left: Value, right: Value, limits: Limits): Value | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    limits.text(left.length + right.length);
    return left + right;
  }
  if (!isObject(left) || !isObject(right)) return undefined;
  if (left.type === 'list' && right.type === 'list') {
    limits.slots(left.items.length + right.items.length);
    return new List([...left.items, ...right.items]);
  }
  if (left.type === 'tuple' && right.type === 'tuple') {
    limits.slots(left.items.length + right.items.length);
    return new Tuple([...left.items, ...right.items]);
  }
  if (left.type === 'struct' && right.type === 'struct') {
    limits.slots(left.fields.size + right.fields.size);
    return new Struct(new Map([...left.fields, ...right.fields]));
  }
  return undefined;
}

/** `value * times` of a string, list or tuple; undefined for all else. */
export function repeat(value: Value, times: bigint, limits: Limits): Value | undefined {
  const count = times < 0n ? 0 : Number(times);
  if (typeof value === 'string') {
    if (value === '') return '';
    limits.text(value.length * count);
    return value.repeat(count);
  }
  if (!isObject(value) || (value.type !== 'list' && value.type !== 'tuple')) return undefined;
  const { length } = value.items;
  limits.slots(length * count);
  if (length === 0) return value.type === 'list' ? new List([]) : value;
  const items = Array.from({ length: length * count }, (_, at) => value.items[at % length] ?? null);
  return value.type === 'list' ? new List(items) : new Tuple(items);
}

export function mergeDicts(left: Dict, right: Dict, limits: Limits): Dict {
  const merged = new Dict();
  for (const [key, value] of left) merged.set(key, value, limits);
  for (const [key, value] of right) merged.set(key, value, limits);
  return merged;
}

function isObject(
  value: Value,
): value is Exclude<Value, null | boolean | bigint | number | string> {
  return value !== null && typeof value === 'object';
}
