import { randomFillSync } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSize } from '@millrace/contract/format-size';
import { StartError } from '@millrace/node-kit/start-error';

/** Space that the lock of the folder and a database need to start and to delete builds: its shared memory, and its log. */
const emergencyBytes = 8_000_000;
const fileName = 'emergency-space';

/**
 * Makes space for the start of a server. Each start with enough space writes a file, and a start on a full disk deletes it.
 *
 * @returns what an administrator must do if the disk is full; undefined if it is not
 * @throws StartError if the disk is full, and there is no such file
 */
export async function makeEmergencySpace(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, fileName);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  const free = await freeBytes(dataDir);
  const needed = size < emergencyBytes ? emergencyBytes : 0;
  if (free >= emergencyBytes + needed) {
    // Random bytes, which no file system compresses.
    if (needed > 0) await writeFile(file, randomFillSync(Buffer.alloc(emergencyBytes)));
    return undefined;
  }
  if (free >= emergencyBytes) return undefined;
  await rm(file, { force: true });
  if ((await freeBytes(dataDir)) < emergencyBytes) {
    throw new StartError(
      `The disk of the data folder ${dataDir} is full: ${formatSize(free)} are free, and a start needs ${formatSize(emergencyBytes)}. Delete files of other programs on this disk, or enlarge it, and start the server again.`,
    );
  }
  return `The disk of the data folder ${dataDir} is full. The server started with its last ${formatSize(size)}: people can sign in, cancel and delete, but no logs and files are stored. Free space now: delete files of other programs, enlarge the disk, or delete builds and set a shorter retention in Millrace.`;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
