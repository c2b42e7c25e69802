import type { ByteStream } from '@millrace/build-host/files/measured-content';
/**
 * Stores objects. Each is written once under its own key and never changed. Operations throw {@link
 * StoreAwayError} if the store is unavailable, and {@link LostObjectError} if the object does not exist.
 */
export interface ObjectStore {
  /**
   * Stores an object durably, or not at all. The signal only aborts the call: the object may still be stored
   * afterwards.
   */
  put(key: string, body: ObjectBody, signal?: AbortSignal): Promise<void>;
  /** Reads the bytes from `from` up to, but not including, `to`. */
  get(key: string, from: number, to: number): Promise<Uint8Array>;
  /** Deletes an object. A missing object is no error. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Content in memory, or a stream. If the stream throws, `put` throws the same error. */
export type ObjectBody = Uint8Array | ByteStream;

/** Thrown if the store works, but the object is missing, too short, or has other content than was stored. */
export class LostObjectError extends Error {
  constructor(key: string) {
    super(`The object store has lost ${key}`);
    this.name = 'LostObjectError';
  }
}

/** Matches a folder and a file name with an extension, so that a key cannot lead outside of the store. */
const keyPattern = /^[a-z0-9-]+\/[a-z0-9-]+\.[a-z0-9]+$/;

/** Returns the key, which is used in paths, or throws if it is invalid. */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`"${key}" is not an object key`);
  return key;
}
