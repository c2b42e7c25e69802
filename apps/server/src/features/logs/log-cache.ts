import { createByteCache } from '../../shared/byte-cache.ts';

const maxBytes = 16 * 1024 * 1024;
/** As much as a slow reader may hold, too. */
const maxBodyBytes = 512 * 1024;

/**
 * Parts of answers that were sent last. The lines at given positions never change, unless a log is
 * rewritten as a whole: then all of it is forgotten.
 */
export class LogCache {
  private readonly parts = createByteCache<Uint8Array>(maxBytes);
  private rewrites = 0;

  /** The part under this key of a step's log; made where it is not there. */
  async take(stepId: number, key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const fullKey = `${stepId} ${key}`;
    const known = this.parts.get(fullKey);
    if (known) return known;
    const { rewrites } = this;
    const part = await make();
    // If a log was rewritten during the read, the result may contain deleted lines.
    if (rewrites === this.rewrites) this.parts.set(fullKey, compact(part));
    return part;
  }

  /** A body that was packed as a whole: as it was kept, or as it is made now, to be kept if it is small. */
  async *takeBody(
    stepId: number,
    key: string,
    make: () => AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    const fullKey = `${stepId} ${key}`;
    const known = this.parts.get(fullKey);
    if (known) return yield known;
    const { rewrites } = this;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of make()) {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
      yield chunk;
    }
    const isKept = bytes <= maxBodyBytes && rewrites === this.rewrites;
    if (isKept) this.parts.set(fullKey, Buffer.concat(chunks));
  }

  /** Any log may have other lines by now. */
  clear(): void {
    this.rewrites++;
    this.parts.clear();
  }

  /** The log has other lines from now on. */
  forget(stepId: number): void {
    this.rewrites++;
    for (const key of [...this.parts.keys()]) {
      if (key.startsWith(`${stepId} `)) this.parts.delete(key);
    }
  }
}

/** A copy of what would keep a much larger piece of memory. */
function compact(part: Uint8Array): Uint8Array {
  return part.buffer.byteLength > 2 * part.length ? new Uint8Array(part) : part;
}
