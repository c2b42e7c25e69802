/** Output of a program that waits while nobody reads it. */
export class OutputQueue implements AsyncIterable<Uint8Array> {
  private readonly source: { pause(): void; resume(): void };
  private chunks: Uint8Array[] = [];
  private bytes = 0;
  private hasEnded = false;
  private changed = Promise.withResolvers<void>();

  constructor(source: { pause(): void; resume(): void }) {
    this.source = source;
  }

  add(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes > maxWaitingBytes) this.source.pause();
    this.changed.resolve();
  }

  end(): void {
    this.hasEnded = true;
    this.changed.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunks = this.chunks;
      this.chunks = [];
      if (this.bytes > maxWaitingBytes) this.source.resume();
      this.bytes = 0;
      yield* chunks;
      if (this.chunks.length > 0) continue;
      if (this.hasEnded) return;
      this.changed = Promise.withResolvers();
      await this.changed.promise;
    }
  }
}

const maxWaitingBytes = 65_536;
