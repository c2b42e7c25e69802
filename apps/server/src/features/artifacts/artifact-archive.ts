import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { type TarInput, writeTar } from '@millrace/node-kit/tar/write-tar';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { readVerified } from '../../object-store/read-object.ts';

export interface ArchivedFile {
  /** Path in the archive. */
  name: string;
  size: number;
  created: number;
  key: string;
  sha256: string;
  executable: number;
  /** Target of a symbolic link; null for a file. */
  linkTarget: string | null;
}

/** Many artifacts are already compressed, so a higher level costs time and saves little. */
const gzip = { level: constants.Z_BEST_SPEED };

/**
 * Returns a tar.gz of files. Each file is read when it is written to the archive, as fast as the client
 * reads.
 */
export function archiveFiles(store: ObjectStore, files: AsyncIterable<ArchivedFile>): Readable {
  const packed = createGzip(gzip);
  // If reading a file fails, the client receives an incomplete archive.
  pipeline(writeTar(entriesOf(store, files)), packed).catch(() => undefined);
  return packed;
}

/** Links come last, and never in place of a folder, so that nothing is unpacked through a link. */
async function* entriesOf(
  store: ObjectStore,
  files: AsyncIterable<ArchivedFile>,
): AsyncGenerator<TarInput> {
  const folders = new Set<string>();
  const links: TarInput['header'][] = [];
  for await (const { name, size, created, key, sha256, executable, linkTarget } of files) {
    addFolders(folders, name);
    const header = { name, mtimeMs: created * 1000 };
    if (linkTarget !== null) links.push({ ...header, type: 'symlink', linkname: linkTarget });
    else {
      const mode = executable ? 0o755 : 0o644;
      yield {
        header: { ...header, mode, size },
        content: readVerified(store, { key, size, sha256 }),
      };
    }
  }
  for (const header of links) if (!folders.has(header.name)) yield { header };
}

function addFolders(folders: Set<string>, name: string): void {
  for (let at = posix.dirname(name); at !== '.' && !folders.has(at); at = posix.dirname(at)) {
    folders.add(at);
  }
}
