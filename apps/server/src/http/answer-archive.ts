import { Readable } from 'node:stream';
import type { FileContent } from '@millrace/contract/runner';
import { StreamedAnswer } from './api-routes.ts';
import { beginStream } from './begin-stream.ts';

/** Answers with a tar.zst archive. */
export async function answerArchive({ size, read }: FileContent): Promise<StreamedAnswer> {
  const bytes = await beginStream(read());
  return new StreamedAnswer(Readable.from(bytes, { objectMode: false }), {
    'content-type': 'application/zstd',
    'content-length': String(size),
    'cache-control': 'private, no-store',
  });
}
