import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import type Docker from 'dockerode';
import { putArchive } from './docker-archives.ts';

/** Folder of the runner's files, in the file system of each container. */
export const runnerFolder = '/.millrace';

/** Writes files, by name, to that folder of a container that has not started. */
export async function putRunnerFiles(
  container: Docker.Container,
  files: Record<string, string>,
  mode: number,
): Promise<void> {
  const folder = runnerFolder.slice(1);
  const archive = writeTar([
    { header: { name: folder, type: 'directory', mode: 0o755 } },
    ...Object.entries(files).map(([name, text]) =>
      tarFile({ name: posix.join(folder, name), mode }, Buffer.from(text)),
    ),
  ]);
  await putArchive(container, Readable.from(archive, { objectMode: false }), '/');
}
