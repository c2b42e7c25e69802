import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { readObject } from '../../object-store/read-object.ts';

export interface ArchivedFile {
  /** In the archive. */
  name: string;
  size: number;
  created: number;
  key: string;
}

/** Much of what steps leave is compressed already. */
const gzip = { level: constants.Z_BEST_SPEED };

/** A tar.gz of files, each read when its turn comes, and no faster than the archive is. */
export function archiveFiles(store: ObjectStore, files: AsyncIterable<ArchivedFile>): Readable {
  const pack = tar.pack();
  const packed = createGzip(gzip);
  // The client sees the archive end early.
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
