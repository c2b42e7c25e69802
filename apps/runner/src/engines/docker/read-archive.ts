import { on } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';

export interface ArchiveEntry {
  header: tar.Headers;
  /** What is not read of it is passed over. */
  content: Readable;
}

/** The entries of an archive, which is read no faster than they are. */
export async function* readArchive(archive: NodeJS.ReadableStream): AsyncGenerator<ArchiveEntry> {
  const extract = tar.extract();
  const entries = on(extract, 'entry', { close: ['finish'] });
  // What fails is thrown where the entries are waited for.
  const read = pipeline(archive, extract).catch(() => undefined);
  try {
    for await (const [header, stream, next] of entries) {
      yield { header, content: stream };
      stream.resume();
      next();
    }
  } finally {
    extract.destroy();
    await read;
  }
}
