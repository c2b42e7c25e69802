import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { formatSize } from '@millrace/contract/format-size';
import type { FileContent } from '@millrace/contract/runner';
import { errorMessage } from '@millrace/node-kit/error-message';
import { FileChanged } from '../engines/read-opened.ts';

/** A download has not the expected content, or cannot be unpacked. Another try would not help. */
export class DamagedDownload extends Error {
  override name = 'DamagedDownload';
}

/** A file on the disk of the runner. */
export interface SpooledFile {
  path: string;
  size: number;
  sha256: string;
}

/** Higher levels take more time than a smaller archive saves. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Compresses an archive into a file. Throws if it becomes larger than `maxBytes`. */
export async function writeCompressed(
  archive: Readable,
  path: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<SpooledFile> {
  const tooLarge = () => new Error(`It has more than ${formatSize(maxBytes)}`);
  const measured = measure(maxBytes, tooLarge);
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const compressed = createZstdCompress(compression);
  await pipeline(archive, compressed, measured.pass, target, { signal });
  return { path, ...measured.result() };
}

/** Downloads into a file. Throws {@link DamagedDownload} if its content is not the expected one. */
export async function writeDownload(
  { read }: FileContent,
  file: SpooledFile,
  signal: AbortSignal,
): Promise<void> {
  const { path, size, sha256 } = file;
  const measured = measure(size, () => new DamagedDownload(`Expected ${size} bytes, got more`));
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(read(), measured.pass, target, { signal });
  const result = measured.result();
  if (result.size !== size) throw new DamagedDownload(`Expected ${size} bytes, got ${result.size}`);
  if (result.sha256 !== sha256) throw new DamagedDownload('The content does not match its SHA-256');
}

/** Reads a compressed archive. The stream fails if it is damaged. */
export function readCompressed(path: string): Readable {
  const unpacked = createZstdDecompress();
  // A failure is also an error of the returned stream.
  pipeline(createReadStream(path), unpacked).catch(() => undefined);
  return unpacked;
}

/** Yields an archive. Throws {@link DamagedDownload} if it cannot be read, unless the disk is the reason. */
export async function* orDamaged(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* archive;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new DamagedDownload(errorMessage(error));
  }
}

/** Returns the content of an archive, for an upload. */
export function contentOf({ path, size }: SpooledFile): FileContent {
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
  const folder = await mkdtemp(join(parent, '.millrace-spool-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function measure(maxBytes: number, tooLarge: () => Error) {
  const hash = createHash('sha256');
  let size = 0;
  return {
    pass: async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > maxBytes) throw tooLarge();
        hash.update(chunk);
        yield chunk;
      }
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}
