import { constants } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { fileNameBytes, fileNameOf } from '@millrace/node-kit/file-names';
import { type TarInput, writeTar } from '@millrace/node-kit/tar/write-tar';
import { type WalkedEntry, walkFolder } from '@millrace/node-kit/walk-folder';
import { readOpened } from './read-opened.ts';

/**
 * Packs a directory into an archive whose files belong to root, like files created in a container. The archive fails if a
 * file cannot be read or vanishes.
 */
export function packSources(directory: string, prefix: string): Readable {
  return Readable.from(writeTar(entriesOf(directory, prefix)), { objectMode: false });
}

async function* entriesOf(directory: string, prefix: string): AsyncGenerator<TarInput> {
  if (prefix !== '') yield { header: { name: prefix, type: 'directory' } };
  for await (const { path, stats } of walkFolder(directory)) {
    const fullPath = fileNameBytes(join(directory, path));
    const header = headerOf({ path, stats }, prefix);
    if (stats.isDirectory()) yield { header: { ...header, type: 'directory' } };
    else if (stats.isSymbolicLink()) {
      const linkname = fileNameOf(await readlink(fullPath, 'buffer'));
      yield { header: { ...header, type: 'symlink', linkname } };
    } else if (stats.isFile()) {
      yield { header: { ...header, size: stats.size }, content: readFile(fullPath, stats.size) };
    }
    // Sources have neither pipes nor sockets, as git does not store them.
  }
}

function headerOf({ path, stats: { mode, mtimeMs } }: WalkedEntry, prefix: string) {
  return {
    name: posix.join(prefix, path),
    mode,
    // In whole seconds, because other times take another kilobyte in the archive.
    mtimeMs: Math.floor(mtimeMs / 1000) * 1000,
  };
}

async function* readFile(fullPath: Buffer, size: number): AsyncGenerator<Uint8Array> {
  await using handle = await open(fullPath, constants.O_RDONLY | constants.O_NOFOLLOW);
  yield* readOpened(handle, size);
}
