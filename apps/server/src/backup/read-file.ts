import { open } from 'node:fs/promises';

export interface OpenedFile {
  size: number;
  /** Whether its owner may execute it, as a hook of git. */
  isExecutable: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/** Opens a file for an archive. Returns undefined if it does not exist. Bytes appended later are not read. */
export async function readFileOnce(path: string): Promise<OpenedFile | undefined> {
  try {
    const file = await open(path, 'r');
    const { size, mode } = await file.stat();
    const isExecutable = (mode & 0o100) !== 0;
    if (size === 0) {
      await file.close();
      return { size, isExecutable, bytes: nothing() };
    }
    return { size, isExecutable, bytes: file.createReadStream({ start: 0, end: size - 1 }) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
