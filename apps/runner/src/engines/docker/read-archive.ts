import { on } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';

export interface ArchiveEntry {
  header: tar.Headers;
  /** If the content is not read, it is skipped. */
  content: Readable;
}

/** Yields the entries of an archive and reads no faster than they are consumed. */
export async function* readArchive(archive: NodeJS.ReadableStream): AsyncGenerator<ArchiveEntry> {
  const extract = tar.extract();
  const entries = on(extract, 'entry', { close: ['finish'] });
  // Errors are thrown when the next entry is awaited.
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
