import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Mutable } from './mutable.ts';
import { aTypeOf, type Value } from './value.ts';

/** Goes through a value, which cannot change meanwhile. Each element is a step. */
export function iterate(value: Value, limits: Limits): Generator<Value> {
  if (value !== null && typeof value === 'object') {
    if (value.type === 'list') return locked(value, value.items, limits);
    if (value.type === 'dict') return locked(value, keys(value), limits);
    if (value.type === 'set') return locked(value, value, limits);
    if (value.type === 'tuple') return stepped(value.items, limits);
    if (value.type === 'range') {
      const range = value;
      return stepped(
        counted(range.length, (index) => range.at(index)),
        limits,
      );
    }
  }
  const hint = typeof value === 'string' ? '; use .elems() for its characters' : '';
  throw new Failure(`${aTypeOf(value)} cannot be iterated over${hint}`);
}

/** The elements as a new array, which counts as memory. */
export function toArray(value: Value, limits: Limits): Value[] {
  const items: Value[] = [];
  for (const item of iterate(value, limits)) {
    limits.allocate(8);
    items.push(item);
  }
  return items;
}

function* keys(entries: Iterable<readonly [Value, Value]>): Generator<Value> {
  for (const [key] of entries) yield key;
}

function* counted(length: bigint, at: (index: bigint) => bigint): Generator<Value> {
  for (let index = 0n; index < length; index++) yield at(index);
}

function* stepped(values: Iterable<Value>, limits: Limits): Generator<Value> {
  for (const value of values) {
    limits.step();
    yield value;
  }
}

function* locked(owner: Mutable, values: Iterable<Value>, limits: Limits): Generator<Value> {
  owner.iterators++;
  try {
    yield* stepped(values, limits);
  } finally {
    owner.iterators--;
  }
}
