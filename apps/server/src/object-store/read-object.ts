import { createHash } from 'node:crypto';
import { LostObjectError, type ObjectStore } from './object-store.ts';

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

export interface StoredObject {
  key: string;
  size: number;
  /** Hexadecimal digest of its content. */
  sha256: string;
}

/**
 * Yields the bytes of an object, or a range of them, as fast as they are consumed. Reads all of the object, and the last piece
 * of the range is only yielded if the object has its digest: a small object is verified before its first byte is used, and
 * a transfer of a larger one stays incomplete.
 *
 * @throws LostObjectError if the object has other content than was stored
 */
export async function* readVerified(
  store: ObjectStore,
  { key, size, sha256 }: StoredObject,
  { from, to } = { from: 0, to: size },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let at = 0;
  let last: Uint8Array | undefined;
  for await (const bytes of readObject(store, key, 0, size)) {
    hash.update(bytes);
    const piece = bytes.subarray(Math.max(0, from - at), Math.max(0, to - at));
    at += bytes.length;
    if (piece.length === 0) continue;
    if (last) yield last;
    last = piece;
  }
  if (hash.digest('hex') !== sha256) throw new LostObjectError(key);
  if (last) yield last;
}
