import { createHash } from 'node:crypto';
import type { IncomingFile } from '../../domain/step-file.ts';
import type { ByteStream } from '../../object-store/object-store.ts';
import { AppError, badRequest } from '../../shared/errors.ts';

/** A file on its way into the store, which has the size that was said, and the hash that is found. */
export class MeasuredContent implements ByteStream {
  readonly size: number;
  private readonly content: AsyncIterable<Uint8Array>;
  private readonly hash = createHash('sha256');

  constructor({ size, content }: IncomingFile) {
    this.size = size;
    this.content = content;
  }

  /** Once it was read. */
  get sha256(): string {
    return this.hash.digest('hex');
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let seen = 0;
    for await (const chunk of lostOf(this.content)) {
      seen += chunk.length;
      if (seen > this.size) break;
      this.hash.update(chunk);
      yield chunk;
    }
    if (seen !== this.size) throw badRequest(`It has not the ${this.size} bytes that were said`);
  }
}

/** What its source fails of is no failure of the store. */
async function* lostOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw new AppError(503, 'The file did not come to its end', { cause });
  }
}
