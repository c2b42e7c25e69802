import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { type ArchiveEntry, readArchive } from '../../engines/read-archive.ts';
import { ArchiveCheck, type EntryHeader } from './archive-check.ts';

/** A tar archive, with the folder that its names are relative to. */
export interface SourceArchive {
  bytes: AsyncIterable<Uint8Array>;
  folder: string;
}

/** Larger files are streamed. */
const maxBufferedBytes = 256 * 1024;

/**
 * Joins archives into one with names relative to the workspace. The returned stream fails at the first entry that is not
 * allowed in a cache of these paths.
 */
export function copyArchives(
  sources: AsyncIterable<SourceArchive>,
  paths: readonly string[],
): Readable {
  const pack = tar.pack();
  addAll(pack, sources, new ArchiveCheck(paths)).then(
    () => pack.finalize(),
    (error: Error) => pack.destroy(error),
  );
  return Readable.from(pack, { objectMode: false });
}

async function addAll(
  pack: tar.Pack,
  sources: AsyncIterable<SourceArchive>,
  check: ArchiveCheck,
): Promise<void> {
  for await (const { bytes, folder } of sources) {
    for await (const { header, content } of readArchive(Readable.from(bytes))) {
      const { name, type, linkname } = header;
      const target = type === 'link' ? nameIn(folder, linkname) : linkname;
      const moved = { ...header, name: nameIn(folder, name), linkname: target };
      await add(pack, check.check(moved), content);
    }
  }
}

function nameIn(folder: string, name: string): string {
  const own = name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  return folder === '' ? own : `${folder}/${own}`;
}

async function add(
  pack: tar.Pack,
  header: EntryHeader,
  content: ArchiveEntry['content'],
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const done = (error?: Error | null) => (error ? reject(error) : resolve());
  const { size = 0, type } = header;
  if (type !== 'file') pack.entry(header, done);
  else if (size <= maxBufferedBytes) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    pack.entry(header, Buffer.concat(chunks), done);
  } else pipeline(content, pack.entry(header, done)).catch(reject);
  await promise;
}

/** Returns the folder that contains a path; empty for the workspace. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}
