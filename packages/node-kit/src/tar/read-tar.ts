import { decodeHeader, decodeRecords, type Records } from './decode-header.ts';
import { blockBytes, paddingOf, type TarHeader } from './tar-entry.ts';

export interface TarEntry {
  header: TarHeader;
  /** Content of the entry; skipped if it is not read. */
  content: AsyncIterable<Uint8Array>;
}

/** Longer names and records are not read into memory. */
const maxRecordBytes = 1024 * 1024;
/** Flags of entries with records, and with a long name, about the next entry. */
const recordsFlag = 'x';
const globalFlag = 'g';
const longNames: Record<string, string> = { L: 'path', K: 'linkpath' };

/**
 * Yields the entries of an archive and reads no faster than they are consumed. Throws if the archive is damaged, or ends
 * without its mark.
 */
export async function* readTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const input = new Input(archive);
  let records: Records = new Map();
  try {
    for (;;) {
      const entry = decodeHeader(await input.take(blockBytes), records);
      if (!entry) break;
      const { header, flag, contentBytes } = entry;
      const longName = longNames[flag];
      if (flag === recordsFlag || flag === globalFlag || longName !== undefined) {
        if (contentBytes > maxRecordBytes)
          throw new Error('The archive has a name that is too long');
        const bytes = await input.take(contentBytes);
        await input.skip(paddingOf(contentBytes));
        if (longName !== undefined) records = new Map([...records, [longName, untilNul(bytes)]]);
        else if (flag === recordsFlag) records = new Map([...records, ...decodeRecords(bytes)]);
        continue;
      }
      records = new Map();
      let remaining = contentBytes;
      const content = async function* (): AsyncGenerator<Uint8Array> {
        while (remaining > 0) {
          const bytes = await input.takeSome(remaining);
          remaining -= bytes.length;
          yield bytes;
        }
      };
      yield { header, content: content() };
      await input.skip(remaining + paddingOf(contentBytes));
    }
    // The sender waits until everything was read.
    while (await input.fill());
  } finally {
    await input.end();
  }
}

/** Bytes of a stream, taken in pieces of the requested size. */
class Input {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private pending: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** Reads the next chunk in place of the pending one. Returns false at the end. */
  async fill(): Promise<boolean> {
    const { done, value } = await this.chunks.next();
    if (done) return false;
    this.pending = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return true;
  }

  /** Takes at least one byte, and at most this number. */
  async takeSome(max: number): Promise<Buffer> {
    while (this.pending.length === 0) {
      if (!(await this.fill())) throw new Error('Unexpected end of the archive');
    }
    const taken = this.pending.subarray(0, max);
    this.pending = this.pending.subarray(taken.length);
    return taken;
  }

  async take(count: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    for (let remaining = count; remaining > 0; ) {
      const bytes = await this.takeSome(remaining);
      taken.push(bytes);
      remaining -= bytes.length;
    }
    const [first] = taken;
    return first && taken.length === 1 ? first : Buffer.concat(taken);
  }

  async skip(count: number): Promise<void> {
    for (let remaining = count; remaining > 0; )
      remaining -= (await this.takeSome(remaining)).length;
  }

  /** Closes the stream. */
  async end(): Promise<void> {
    await this.chunks.return?.();
  }
}

function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
