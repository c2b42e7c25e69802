import type { ObjectStore } from './object-store.ts';

/** A reader that stalls holds about three of them. */
const pieceBytes = 1024 * 1024;

/** The bytes of an object from `from` up to, but not with, `to`, as they are asked for. */
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
