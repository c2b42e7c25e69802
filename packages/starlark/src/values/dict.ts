import type { Limits } from '../limits.ts';
import { type HashKey, hashKey } from './hash-key.ts';
import { Mutable } from './mutable.ts';
import type { Value } from './value.ts';

type Entry = readonly [key: Value, value: Value];

/** Keeps the order in which keys came. */
export class Dict extends Mutable {
  readonly type = 'dict';
  private readonly entries = new Map<HashKey, Entry>();

  get size(): number {
    return this.entries.size;
  }

  get(key: Value, limits: Limits): Value | undefined {
    return this.entries.get(hashKey(key, limits))?.[1];
  }

  has(key: Value, limits: Limits): boolean {
    return this.entries.has(hashKey(key, limits));
  }

  set(key: Value, value: Value, limits: Limits): void {
    this.checkMutable('change');
    const hash = hashKey(key, limits);
    const known = this.entries.get(hash);
    if (!known) limits.slots(8);
    this.entries.set(hash, [known ? known[0] : key, value]);
  }

  remove(key: Value, limits: Limits): Value | undefined {
    this.checkMutable('change');
    const hash = hashKey(key, limits);
    const entry = this.entries.get(hash);
    this.entries.delete(hash);
    return entry?.[1];
  }

  removeFirst(): Entry | undefined {
    this.checkMutable('change');
    const [first] = this.entries;
    if (first) this.entries.delete(first[0]);
    return first?.[1];
  }

  clear(): void {
    this.checkMutable('clear');
    this.entries.clear();
  }

  [Symbol.iterator](): Iterator<Entry> & Iterable<Entry> {
    return this.entries.values();
  }
}
