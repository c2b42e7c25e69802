import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 256 * 1024;

/** A file is not what it was when it was found. */
export class FileChanged extends Error {
  override name = 'FileChanged';

  constructor() {
    super('it changed while it was read');
  }
}

/** The first bytes of a file, of which there are to be so many. */
export async function* readOpened(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const bytes = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
    if (bytesRead === 0) throw new FileChanged();
    yield bytes.subarray(0, bytesRead);
    at += bytesRead;
  }
}
