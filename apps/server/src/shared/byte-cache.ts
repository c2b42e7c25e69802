/** Approximate overhead of an entry. */
const entryBytes = 200;
/** A larger entry would evict too many others. */
const maxShare = 1 / 4;

/** An LRU cache with a limit in bytes. */
export class ByteCache<Value extends { readonly length: number }> {
  private readonly maxBytes: number;
  private readonly entries = new Map<string, Value>();
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    // A map iterates in insertion order, so the first entry is the least recently used.
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    if (value.length > this.maxBytes * maxShare) return;
    this.entries.set(key, value);
    this.bytes += entryBytes + value.length;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.entries.get(key);
    if (value === undefined) return;
    this.entries.delete(key);
    this.bytes -= entryBytes + value.length;
  }

  keys(): IterableIterator<string> {
    return this.entries.keys();
  }
}
