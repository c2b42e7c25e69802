import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { maxOutputBytes, type OutputTexts } from '../output-files.ts';

/** Reads the output files of a step. A file that is too large has one byte more than the maximum. */
export async function readOutputFiles(
  paths: Record<keyof OutputTexts, string>,
): Promise<OutputTexts> {
  const [openText, masked] = await Promise.all([readStart(paths.open), readStart(paths.masked)]);
  return { open: openText, masked };
}

async function readStart(path: string): Promise<string> {
  // A step of the same account could have replaced the file by a link or a pipe.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return '';
  try {
    if (!(await file.stat()).isFile()) return '';
    const bytes = Buffer.alloc(maxOutputBytes + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
