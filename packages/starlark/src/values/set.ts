import type { Limits } from '../limits.ts';
import { type HashKey, hashKey } from './hash-key.ts';
import { Mutable } from './mutable.ts';
import type { Value } from './value.ts';

/** Keeps the order in which elements came. */
export class SetValue extends Mutable {
  readonly type = 'set';
  private readonly elements = new Map<HashKey, Value>();

  get size(): number {
    return this.elements.size;
  }

  has(value: Value, limits: Limits): boolean {
    return this.elements.has(hashKey(value, limits));
  }

  add(value: Value, limits: Limits): void {
    this.checkMutable('change');
    const hash = hashKey(value, limits);
    if (this.elements.has(hash)) return;
    limits.slots(6);
    this.elements.set(hash, value);
  }

  remove(value: Value, limits: Limits): boolean {
    this.checkMutable('change');
    return this.elements.delete(hashKey(value, limits));
  }

  removeFirst(): Value | undefined {
    this.checkMutable('change');
    const [first] = this.elements;
    if (first) this.elements.delete(first[0]);
    return first?.[1];
  }

  clear(): void {
    this.checkMutable('clear');
    this.elements.clear();
  }

  [Symbol.iterator](): Iterator<Value> & Iterable<Value> {
    return this.elements.values();
  }
}

export function setOf(values: Iterable<Value>, limits: Limits): SetValue {
  const set = new SetValue();
  for (const value of values) {
    limits.step();
    set.add(value, limits);
  }
  return set;
}
