import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { readObject } from '../../object-store/read-object.ts';

export interface ArchivedFile {
  /** Path in the archive. */
  name: string;
  size: number;
  created: number;
  key: string;
}

/** Many artifacts are already compressed, so a higher level costs time and saves little. */
const gzip = { level: constants.Z_BEST_SPEED };

/**
 * Returns a tar.gz of files. Each file is read when it is written to the archive, as fast as the client
 * reads.
 */
export function archiveFiles(store: ObjectStore, files: AsyncIterable<ArchivedFile>): Readable {
  const pack = tar.pack();
  const packed = createGzip(gzip);
  // If reading a file fails, the client receives an incomplete archive.
  pipeline(pack, packed).catch(() => undefined);
  addAll(pack, store, files).catch((error: Error) => pack.destroy(error));
  return packed;
}

async function addAll(
  pack: tar.Pack,
  store: ObjectStore,
  files: AsyncIterable<ArchivedFile>,
): Promise<void> {
  for await (const file of files) {
    if (pack.destroyed) return;
    await add(pack, store, file);
  }
  pack.finalize();
}

function add(pack: tar.Pack, store: ObjectStore, file: ArchivedFile): Promise<void> {
  const { name, size, created, key } = file;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const header = { name, size, mtime: new Date(created * 1000) };
  const entry = pack.entry(header, (error) => (error ? reject(error) : resolve()));
  pipeline(Readable.from(readObject(store, key, 0, size)), entry).catch(reject);
  return promise;
}
