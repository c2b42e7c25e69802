/** A content coding for answers that are put together from parts, each packed on its own. */
export interface Coding {
  /** As `Content-Encoding` has it; null for what goes out as it is. */
  readonly name: string | null;
  /** Set where the work is done when parts are joined. */
  readonly packsBody?: true;
  /** One part of an answer; packed ones may be kept and joined again and again. */
  pack(text: Uint8Array): Promise<Uint8Array>;
  /** The body that packed parts make together. */
  join(parts: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** Larger parts take more than 0.1 ms and are compressed in another thread. */
export const maxAtOnceBytes = 32 * 1024;
