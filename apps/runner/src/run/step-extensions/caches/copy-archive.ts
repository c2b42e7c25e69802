import { Readable } from 'node:stream';
import { printableFileName as printable } from '@millrace/node-kit/file-names';
import { readTar } from '@millrace/node-kit/tar/read-tar';
import type { TarHeader } from '@millrace/node-kit/tar/tar-entry';
import { type TarInput, writeTar } from '@millrace/node-kit/tar/write-tar';
import { ArchiveCheck } from './archive-check.ts';

export interface SourceArchive {
  /** A tar archive. */
  bytes: AsyncIterable<Uint8Array>;
  /**
   * Text that replaces the first part of its names, which an engine chooses for a packed folder. Without it, names are
   * relative to the workspace.
   */
  path?: string;
}

/** Returns the name of an entry in the copy; undefined for an entry that is left out. */
type NameInCopy = (name: string) => string | undefined;

/**
 * Joins archives into one with names relative to the workspace. The returned stream fails at the first entry that is not
 * allowed in a cache of these paths, also if it is left out.
 */
export function copyArchives(
  sources: AsyncIterable<SourceArchive>,
  paths: readonly string[],
  rename: NameInCopy = (name) => name,
): Readable {
  const copied = writeTar(copyEntries(sources, new ArchiveCheck(paths), rename));
  return Readable.from(copied, { objectMode: false });
}

async function* copyEntries(
  sources: AsyncIterable<SourceArchive>,
  check: ArchiveCheck,
  rename: NameInCopy,
): AsyncGenerator<TarInput> {
  for await (const { bytes, path } of sources) {
    for await (const { header, content } of readTar(bytes)) {
      const { name, type, linkname } = header;
      const target = type === 'link' ? nameIn(path, linkname) : linkname;
      const moved = { ...header, name: nameIn(path, name), linkname: target };
      const checked = renameEntry(check.check(moved), rename);
      if (checked) yield { header: checked, content };
    }
  }
}

function renameEntry(header: TarHeader, rename: NameInCopy): TarHeader | undefined {
  const name = rename(header.name);
  if (name === undefined || header.type !== 'link')
    return name === undefined ? name : { ...header, name };
  const linkname = rename(header.linkname);
  if (linkname === undefined)
    throw new Error(`${printable(name)} is a hard link to another folder`);
  return { ...header, name, linkname };
}

function nameIn(path: string | undefined, name: string): string {
  const own = name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  return path === undefined ? own : own.replace(/^[^/]*/, () => path);
}
