import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { formatSize } from '@millrace/contract/format-size';
import type { FileContent } from '@millrace/contract/runner';
import { FileChanged } from '../../engines/read-opened.ts';

/** An archive on the disk of the runner. */
export interface SpooledArchive {
  path: string;
  size: number;
  sha256: string;
}

const compressedChunkBytes = 256 * 1024;
/** Higher levels take more time than a smaller archive saves. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Compresses an archive into a file. Throws if it becomes larger than `maxBytes`. */
export async function writeCompressed(
  archive: Readable,
  path: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<SpooledArchive> {
  const measured = measure(maxBytes);
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const compressed = createZstdCompress(compression);
  await pipeline(archive, inLargeChunks, compressed, measured.pass, target, { signal });
  return { path, ...measured.result() };
}

/** Downloads an archive into a file. Throws if its content is not the expected one. */
export async function writeDownload(
  { read }: FileContent,
  archive: SpooledArchive,
  signal: AbortSignal,
): Promise<void> {
  const { path, size, sha256 } = archive;
  const measured = measure(size);
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(read(), measured.pass, target, { signal });
  const result = measured.result();
  if (result.size !== size) throw new Error(`Expected ${size} bytes, got ${result.size}`);
  if (result.sha256 !== sha256) throw new Error('The content does not match its SHA-256');
}

/** Reads a compressed archive. The stream fails if it is damaged. */
export function readCompressed(path: string): Readable {
  const unpacked = createZstdDecompress();
  // A failure is also an error of the returned stream.
  pipeline(createReadStream(path), unpacked).catch(() => undefined);
  return unpacked;
}

/** Returns the content of an archive, for an upload. */
export function contentOf({ path, size }: SpooledArchive): FileContent {
  return {
    size,
    async *read() {
      if ((await stat(path)).size !== size) throw new FileChanged();
      yield* createReadStream(path);
    },
  };
}

/** Calls a function with a new folder, and removes the folder afterwards. */
export async function inSpoolFolder(
  parent: string,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(parent, '.millrace-cache-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Joins chunks, because the compression of each takes a turn of a thread, and archives have several for each file. */
async function* inLargeChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    size += chunk.length;
    if (size < compressedChunkBytes) continue;
    yield Buffer.concat(pending, size);
    [pending, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(pending, size);
}

function measure(maxBytes: number) {
  const hash = createHash('sha256');
  let size = 0;
  return {
    pass: async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > maxBytes) throw new Error(`It has more than ${formatSize(maxBytes)}`);
        hash.update(chunk);
        yield chunk;
      }
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}
