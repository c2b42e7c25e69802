import type { ObjectStore } from './object-store.ts';

/** Size of one request. A client that reads slowly keeps about three of them in memory. */
const pieceBytes = 1024 * 1024;

/** Yields the bytes of an object from `from` up to, but not including, `to`, as fast as they are consumed. */
export async function* readObject(
  store: ObjectStore,
  key: string,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += pieceBytes) {
    yield await store.get(key, at, Math.min(at + pieceBytes, to));
  }
}
