import { readTar } from '@millrace/node-kit/tar/read-tar';

/** Texts that a step has written to the files of its outputs. */
export interface OutputTexts {
  open: string;
  /** From the file whose values are masked. */
  masked: string;
}

/** Variables with the paths of these files. */
export const outputVariables: Record<keyof OutputTexts, string> = {
  open: 'DRONE_OUTPUT',
  masked: 'DRONE_OUTPUT_SECRET',
};

/** Maximum size of each of these files in bytes. */
export const maxOutputBytes = 64 * 1024;

/**
 * Reads the file of an archive. Returns an empty text if the archive contains something else, and a text longer than the
 * maximum if the file is too large.
 */
export async function readOutputText(archive: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const { header, content } of readTar(archive)) {
    if (header.type !== 'file') return '';
    if (header.size > maxOutputBytes) return ' '.repeat(maxOutputBytes + 1);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }
  return '';
}
