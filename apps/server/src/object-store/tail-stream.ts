import type { ByteStream } from '@millrace/build-host/files/measured-content';

/** Enough to detect lost or mixed-up content without reading a large object twice. */
const maxTailBytes = 1024;

export function tailOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(-maxTailBytes);
}

/** Passes a stream on and keeps a copy of its last bytes. */
export class TailStream implements ByteStream {
  readonly size: number;
  /** Complete once the stream has been read. */
  tail: Uint8Array = new Uint8Array();
  private readonly source: ByteStream;

  constructor(source: ByteStream) {
    this.source = source;
    this.size = source.size;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.source) {
      this.tail = tailOf(Buffer.concat([this.tail, tailOf(chunk)]));
      yield chunk;
    }
  }
}
