import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { readTar } from '@millrace/node-kit/tar/read-tar';
import { type TarInput, writeTar } from '@millrace/node-kit/tar/write-tar';
import { ArchiveCheck } from './archive-check.ts';

/** A tar archive, with the folder that its names are relative to. */
export interface SourceArchive {
  bytes: AsyncIterable<Uint8Array>;
  folder: string;
}

/**
 * Joins archives into one with names relative to the workspace. The returned stream fails at the first entry that is not
 * allowed in a cache of these paths.
 */
export function copyArchives(
  sources: AsyncIterable<SourceArchive>,
  paths: readonly string[],
): Readable {
  const copied = writeTar(copyEntries(sources, new ArchiveCheck(paths)));
  return Readable.from(copied, { objectMode: false });
}

async function* copyEntries(
  sources: AsyncIterable<SourceArchive>,
  check: ArchiveCheck,
): AsyncGenerator<TarInput> {
  for await (const { bytes, folder } of sources) {
    for await (const { header, content } of readTar(bytes)) {
      const { name, type, linkname } = header;
      const target = type === 'link' ? nameIn(folder, linkname) : linkname;
      const moved = { ...header, name: nameIn(folder, name), linkname: target };
      yield { header: check.check(moved), content };
    }
  }
}

function nameIn(folder: string, name: string): string {
  const own = name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  return folder === '' ? own : `${folder}/${own}`;
}

/** Returns the folder that contains a path; empty for the workspace. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}
