import { printableFileName } from '../file-names.ts';
import { encodeHeader } from './encode-header.ts';
import { blockBytes, paddingOf, type TarHeader } from './tar-entry.ts';

/** An entry to write. Without a type, it is a file. */
export interface TarInput {
  header: Pick<TarHeader, 'name'> & Partial<TarHeader>;
  /** Content of a file, with the size of the header. */
  content?: AsyncIterable<Uint8Array> | undefined;
}

/** Smaller pieces are joined, because each takes time in the streams that follow. */
const pieceBytes = 256 * 1024;
const endOfArchive = Buffer.alloc(2 * blockBytes);

/** Returns an entry with a content in memory. */
export function tarFile(header: TarInput['header'], bytes: Uint8Array): TarInput {
  return { header: { ...header, size: bytes.length }, content: once(bytes) };
}

/** Yields an archive. Throws if a content does not have the size of its header. */
export async function* writeTar(
  entries: AsyncIterable<TarInput> | Iterable<TarInput>,
): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of writeAll(entries)) {
    pending.push(bytes);
    size += bytes.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(pending, size);
    [pending, size] = [[], 0];
  }
  yield Buffer.concat([...pending, endOfArchive]);
}

async function* writeAll(
  entries: AsyncIterable<TarInput> | Iterable<TarInput>,
): AsyncGenerator<Uint8Array> {
  for await (const { header, content } of entries) {
    const { type = 'file', mode = type === 'directory' ? 0o755 : 0o644 } = header;
    const size = type === 'file' ? (header.size ?? 0) : 0;
    const { uid = 0, gid = 0, mtimeMs = nowMs(), linkname = '' } = header;
    const name = type === 'directory' ? `${header.name.replace(/\/+$/, '')}/` : header.name;
    yield encodeHeader({ type, mode, size, uid, gid, mtimeMs, linkname, name });
    let written = 0;
    for await (const bytes of content ?? []) {
      written += bytes.length;
      if (written > size) break;
      yield bytes;
    }
    if (written !== size) {
      throw new Error(`${printableFileName(name)} does not have the expected ${size} bytes`);
    }
    yield Buffer.alloc(paddingOf(size));
  }
}

/** Whole seconds, which fit into a header. */
function nowMs(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
