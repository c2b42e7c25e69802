/**
 * A store of objects, each written once under a key of its own and never changed. What fails because the
 * store is away throws {@link StoreAwayError}; an object that is not there throws {@link LostObjectError}.
 */
export interface ObjectStore {
  /** The object is there as a whole, and for good, or not at all; a signal may end the wait for that. */
  put(key: string, body: ObjectBody, signal?: AbortSignal): Promise<void>;
  /** The bytes from `from` up to, but not with, `to`. */
  get(key: string, from: number, to: number): Promise<Uint8Array>;
  /** One that is not there is deleted already. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Bytes that are in memory, or come one after the other; what reading them throws, `put` throws. */
export type ObjectBody = Uint8Array | ByteStream;

export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** Total number of bytes. */
  readonly size: number;
}

/** The store answers, and the object is missing, shorter than asked for, or not what was stored. */
export class LostObjectError extends Error {
  constructor(key: string) {
    super(`The store of objects has lost ${key}`);
    this.name = 'LostObjectError';
  }
}

/** Letters, digits and dashes, with a folder before it and a type after it: nothing that leads elsewhere. */
const keyPattern = /^[a-z0-9-]+\/[a-z0-9-]+\.[a-z0-9]+$/;

/** The key, where it is one: stores put it into paths. */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`"${key}" is no key of an object`);
  return key;
}
