import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { repr } from '../values/repr.ts';
import { aTypeOf, typeName, type Value } from '../values/value.ts';

/** `object[index]` */
export function getIndex(object: Value, index: Value, limits: Limits): Value {
  if (typeof object === 'string')
    return object.charAt(position(object, index, BigInt(object.length)));
  if (object !== null && typeof object === 'object') {
    switch (object.type) {
      case 'list':
      case 'tuple':
        return object.items[position(object, index, BigInt(object.items.length))] ?? null;
      case 'range':
        return object.at(BigInt(position(object, index, object.length)));
      case 'dict': {
        const value = object.get(index, limits);
        if (value === undefined)
          throw new Failure(`key ${shorten(repr(index, limits))} is not in the dict`);
        return value;
      }
    }
  }
  throw new Failure(`${aTypeOf(object)} has no elements to take with [ ]`);
}

/** `object[index] = value` */
export function setIndex(object: Value, index: Value, value: Value, limits: Limits): void {
  if (object !== null && typeof object === 'object') {
    if (object.type === 'dict') {
      object.set(index, value, limits);
      return;
    }
    if (object.type === 'list') {
      object.checkMutable('assign to an element of');
      object.items[position(object, index, BigInt(object.items.length))] = value;
      return;
    }
  }
  throw new Failure(`cannot assign to an element of ${aTypeOf(object)}`);
}

function position(object: Value, index: Value, length: bigint): number {
  if (typeof index !== 'bigint')
    throw new Failure(`the index of ${aTypeOf(object)} is an int, not ${typeName(index)}`);
  const at = index < 0n ? index + length : index;
  if (at < 0n || at >= length)
    throw new Failure(`index ${index} is out of range: the ${typeName(object)} has ${length}`);
  return Number(at);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
