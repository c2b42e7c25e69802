import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

const identity = 'Ada <ada@example.com>';
const noCommit = '0'.repeat(40);

/**
 * Commits this pipeline file to the branch `main` of an empty bare repository, and writes the file in which
 * its hook records a push of `sender`. The result is that of a real push, which would start thirty processes.
 */
export async function writeSamplePush(
  repository: string,
  sender: string,
  pipeline: string,
): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const blob = await writeObject(repository, 'blob', Buffer.from(pipeline));
  const entry = Buffer.concat([Buffer.from('100644 .drone.yml\0'), Buffer.from(blob, 'hex')]);
  const tree = await writeObject(repository, 'tree', entry);
  const by = `${identity} ${now} +0000`;
  const text = `tree ${tree}\nauthor ${by}\ncommitter ${by}\n\nFirst commit\n`;
  const commit = await writeObject(repository, 'commit', Buffer.from(text));
  await writeFile(join(repository, 'refs/heads/main'), `${commit}\n`);
  const note = `${sender}\n${noCommit} ${commit} refs/heads/main\n`;
  await writeFile(join(repository, 'millrace-pushes', `${now}-sample.push`), note);
}

/** Writes a git object. Returns its hash. */
async function writeObject(repository: string, type: string, body: Buffer): Promise<string> {
  const object = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
  const hash = createHash('sha1').update(object).digest('hex');
  const file = join(repository, 'objects', hash.slice(0, 2), hash.slice(2));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, deflateSync(object));
  return hash;
}
