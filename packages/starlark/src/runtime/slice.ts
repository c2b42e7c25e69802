import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { List } from '../values/list.ts';
import { Range } from '../values/range.ts';
import { Tuple } from '../values/tuple.ts';
import { aTypeOf, typeName, type Value } from '../values/value.ts';

export interface SliceBounds {
  readonly start: Value | undefined;
  readonly stop: Value | undefined;
  readonly step: Value | undefined;
}

/** `object[start:stop:step]` */
export function slice(object: Value, bounds: SliceBounds, limits: Limits): Value {
  if (typeof object === 'string') {
    const picked = indices(bounds, BigInt(object.length));
    limits.text(Number(picked.length));
    if (picked.step === 1n)
      return object.slice(Number(picked.start), Number(picked.start + picked.length));
    return positions(picked, limits)
      .map((at) => object.charAt(at))
      .join('');
  }
  if (object !== null && typeof object === 'object') {
    if (object.type === 'range') {
      const picked = indices(bounds, object.length);
      const start = object.at(picked.start);
      const step = picked.step * object.step;
      return new Range(start, start + picked.length * step, step);
    }
    if (object.type === 'list' || object.type === 'tuple') {
      const picked = indices(bounds, BigInt(object.items.length));
      limits.slots(Number(picked.length));
      const items = positions(picked, limits).map((at) => object.items[at] ?? null);
      return object.type === 'list' ? new List(items) : new Tuple(items);
    }
  }
  throw new Failure(`${aTypeOf(object)} cannot be sliced`);
}

/** The indices that a slice of so many elements picks. */
function indices(bounds: SliceBounds, length: bigint): Range {
  const step = bound(bounds.step) ?? 1n;
  if (step === 0n) throw new Failure('the step of a slice must not be 0');
  const forward = step > 0n;
  const lowest = forward ? 0n : -1n;
  const highest = forward ? length : length - 1n;
  const clamp = (given: bigint | undefined, otherwise: bigint): bigint => {
    if (given === undefined) return otherwise;
    const at = given < 0n ? given + length : given;
    return at < lowest ? lowest : at > highest ? highest : at;
  };
  const start = clamp(bound(bounds.start), forward ? 0n : length - 1n);
  const stop = clamp(bound(bounds.stop), forward ? length : -1n);
  return new Range(start, stop, step);
}

function bound(value: Value | undefined): bigint | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'bigint')
    throw new Failure(`the bounds of a slice are ints, not ${typeName(value)}`);
  return value;
}

function positions(picked: Range, limits: Limits): number[] {
  const length = Number(picked.length);
  limits.step(length >> 4);
  const start = Number(picked.start);
  const step = Number(picked.step);
  return Array.from({ length }, (_, index) => start + index * step);
}
