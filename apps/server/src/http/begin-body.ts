import { Readable } from 'node:stream';
import { resume } from './begin-stream.ts';

/**
 * Reads the beginning of a body before the answer begins. A body of at most `readAhead` bytes is returned whole, which is
 * faster to send than a stream. Of a longer one, the stream buffers so much for a slow client, in addition to the last piece.
 */
export async function beginBody(
  pieces: AsyncIterable<Uint8Array>,
  readAhead: number,
): Promise<Readable | Buffer> {
  const rest = pieces[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  for (let bytes = 0; bytes <= readAhead; ) {
    const next = await rest.next();
    if (next.done) return Buffer.concat(read);
    read.push(next.value);
    bytes += next.value.length;
  }
  return Readable.from(resume(read, rest), { objectMode: false, highWaterMark: readAhead });
}
