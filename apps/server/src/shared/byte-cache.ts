import { LRUCache } from 'lru-cache';

/** Values that were used last, up to a number of bytes. */
export type ByteCache<Value extends { readonly length: number }> = LRUCache<string, Value>;

/** Approximate overhead of an entry. */
const entryBytes = 200;
/** A larger entry would evict too many others, so it is not cached. */
const maxShare = 1 / 4;

export function createByteCache<Value extends { readonly length: number }>(
  maxBytes: number,
): ByteCache<Value> {
  return new LRUCache({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * maxShare),
    sizeCalculation: ({ length }) => entryBytes + length,
  });
}
