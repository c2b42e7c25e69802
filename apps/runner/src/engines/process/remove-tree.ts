import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a directory with all in it, also directories that a step made read-only. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await makeWritable(path);
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function makeWritable(directory: string): Promise<void> {
  await chmod(directory, 0o700).catch(() => undefined);
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) await makeWritable(join(directory, entry.name));
  }
}
