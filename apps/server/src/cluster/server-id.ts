import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the id of this server on a shared database. It is stored in the data folder. */
export async function readServerId(dataDir: string): Promise<string> {
  const file = join(dataDir, 'server.id');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (/^[0-9a-f]{16}$/.test(known.trim())) return known.trim();
  const id = randomBytes(8).toString('hex');
  await writeFile(file, `${id}\n`, { mode: 0o600 });
  return id;
}
