import { readFile } from 'node:fs/promises';
import { StartError } from '@millrace/node-kit/start-error';

/** Reads standard input to its end. */
export async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** A file or folder that cannot be read. */
export class UnreadableFile extends StartError {
  constructor(path: string, { message }: Error) {
    super(`${path} cannot be read: ${message}`);
  }
}

/** Reads a file that the user names; `-` is standard input. */
export async function readText(path: string): Promise<string> {
  if (path === '-') return await readInput();
  return await readFile(path, 'utf8').catch((error: Error) => {
    throw new UnreadableFile(path, error);
  });
}
