/** A content coding for answers that consist of separately compressed parts. */
export interface Coding {
  /** As in `Content-Encoding`; null for identity. */
  readonly name: string | null;
  /** Whether `join` does the compression. */
  readonly packsBody?: true;
  /** Compresses one part. The result may be cached and joined repeatedly. */
  pack(text: Uint8Array): Promise<Uint8Array>;
  /** Joins compressed parts to a body. */
  join(parts: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** Larger parts take more than 0.1 ms and are compressed in another thread. */
export const maxSyncBytes = 32 * 1024;
