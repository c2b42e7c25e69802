import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 256 * 1024;

/** Thrown if a file has changed since it was found. */
export class FileChanged extends Error {
  override name = 'FileChanged';

  constructor() {
    super('it changed while it was read');
  }
}

/** Yields the first `size` bytes of a file. */
export async function* readOpened(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const bytes = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
    if (bytesRead === 0) throw new FileChanged();
    yield bytes.subarray(0, bytesRead);
    at += bytesRead;
  }
}
