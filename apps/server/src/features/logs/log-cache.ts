import { createByteCache } from '../../shared/byte-cache.ts';

const maxBytes = 16 * 1024 * 1024;
/** Larger bodies are not cached. Also the maximum data buffered for a slow client. */
const maxBodyBytes = 512 * 1024;

/**
 * Caches parts of recent responses. Lines at given positions never change, unless the whole log is replaced;
 * then all its parts are deleted.
 */
export class LogCache {
  private readonly parts = createByteCache<Uint8Array>(maxBytes);
  private rewrites = 0;

  /** Returns the part of a step's log with this key. Creates it if it is not cached. */
  async getOrCreate(
    stepId: number,
    key: string,
    make: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const fullKey = `${stepId} ${key}`;
    const cached = this.parts.get(fullKey);
    if (cached) return cached;
    const { rewrites } = this;
    const part = await make();
    // If a log was replaced during the read, the part may contain deleted lines.
    if (rewrites === this.rewrites) this.parts.set(fullKey, compact(part));
    return part;
  }

  /**
   * Yields a body that is compressed as a whole, from the cache or as it is created. Small bodies are then
   * cached.
   */
  async *streamBody(
    stepId: number,
    key: string,
    make: () => AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    const fullKey = `${stepId} ${key}`;
    const cached = this.parts.get(fullKey);
    if (cached) return yield cached;
    const { rewrites } = this;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of make()) {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
      yield chunk;
    }
    const isCacheable = bytes <= maxBodyBytes && rewrites === this.rewrites;
    if (isCacheable) this.parts.set(fullKey, Buffer.concat(chunks));
  }

  /** Deletes everything, because any log may have been replaced. */
  clear(): void {
    this.rewrites++;
    this.parts.clear();
  }

  /** Deletes the parts of a log that was replaced. */
  delete(stepId: number): void {
    this.rewrites++;
    for (const key of [...this.parts.keys()]) {
      if (key.startsWith(`${stepId} `)) this.parts.delete(key);
    }
  }
}

/** Copies a part that is a view of a much larger buffer, so that the buffer can be freed. */
function compact(part: Uint8Array): Uint8Array {
  return part.buffer.byteLength > 2 * part.length ? new Uint8Array(part) : part;
}
