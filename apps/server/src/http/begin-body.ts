import { Readable } from 'node:stream';

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
  const all = (async function* () {
    try {
      yield* read.splice(0);
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  })();
  return Readable.from(all, { objectMode: false, highWaterMark: readAhead });
}
