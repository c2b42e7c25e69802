import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@millrace/node-kit/make-folder';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';

const stored = z.object({
  /** URL of the server that knows the credential. */
  server: z.string(),
  /** Name that the server gave to the runner. */
  name: z.string(),
  credential: z.string(),
  labels: z.optional(z.record(z.string(), z.string())),
  /** Hash of the one-time token that was exchanged for the credential. */
  tokenHash: z.string(),
});
export type StoredCredential = z.infer<typeof stored>;

/** Returns the credential of this folder for a server; undefined if it has none. */
export async function readCredential(
  dataDir: string,
  server: string,
): Promise<StoredCredential | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const found = parseJson(stored, text);
  return found?.server === server ? found : undefined;
}

/** Stores a credential that only this system account can read. A crash leaves the old file or the new one. */
export async function writeCredential(
  dataDir: string,
  credential: StoredCredential,
): Promise<void> {
  await makeFolder(dataDir);
  const path = fileIn(dataDir);
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(credential)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'credential.json');
}
