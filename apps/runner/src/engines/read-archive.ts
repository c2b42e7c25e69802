import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';

export interface ArchiveEntry {
  header: tar.Header;
  /** Content of the entry; skipped if it is not read. */
  content: AsyncIterable<Uint8Array>;
}

/** Yields the entries of an archive and reads no faster than they are consumed. */
export async function* readArchive(archive: NodeJS.ReadableStream): AsyncGenerator<ArchiveEntry> {
  const extract = tar.extract();
  // Errors are thrown when the next entry is awaited.
  const read = pipeline(archive, extract).catch(() => undefined);
  try {
    for await (const entry of extract) {
      yield { header: entry.header, content: bytesOf(entry) };
      entry.resume();
    }
  } finally {
    extract.destroy();
    await read;
  }
}

/** Types the chunks as bytes, which the types of tar-stream do not declare. */
async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk;
}
