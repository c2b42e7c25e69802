import { createHash } from 'node:crypto';
import { AppError, badRequest } from '@millrace/contract/api-errors';
import type { IncomingFile } from './step-file.ts';

/** Content of a known length. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** Total number of bytes. */
  readonly size: number;
}

/** A running upload. Checks the declared size and computes the hash. */
export class MeasuredContent implements ByteStream {
  readonly size: number;
  private readonly content: AsyncIterable<Uint8Array>;
  private readonly hash = createHash('sha256');

  constructor({ size, content }: Pick<IncomingFile, 'size' | 'content'>) {
    this.size = size;
    this.content = content;
  }

  /** Complete after the content was read to its end. */
  get sha256(): string {
    return this.hash.digest('hex');
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let seen = 0;
    for await (const chunk of asUploadErrors(this.content)) {
      seen += chunk.length;
      if (seen > this.size) break;
      this.hash.update(chunk);
      yield chunk;
    }
    if (seen !== this.size)
      throw badRequest(`Expected ${this.size} bytes, got ${seen > this.size ? 'more' : seen}`);
  }
}

/** A failing source stream is not a store error. */
async function* asUploadErrors(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw new AppError(503, 'The upload ended early', { cause });
  }
}
