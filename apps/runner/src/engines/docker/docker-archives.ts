import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type Docker from 'dockerode';
import type { ContainerArchives } from '../find-files-in-archives.ts';
import { dockerMessage } from './docker-message.ts';
import { readStats } from './path-stats.ts';

/** Reads and writes the sources in a container, which may have finished or never been started. */
export function dockerArchives(container: Docker.Container, sourceDir: string): ContainerArchives {
  return {
    // Docker follows the links of a path, so each part is looked at.
    kindOf: async (path) => {
      let at = sourceDir;
      for (const name of ['', ...path.split('/')]) {
        at = posix.join(at, name);
        const stats = await readStats(container, at);
        if (stats === undefined) return 'missing';
        if (stats.linkTarget !== '') return 'link';
      }
      return 'real';
    },
    read: (path) => openArchive(container, posix.join(sourceDir, path)),
    write: (archive) => putArchive(container, archive, sourceDir),
  };
}

/** Opens a file or folder of a container as a tar archive. */
export async function openArchive(
  container: Docker.Container,
  path: string,
): Promise<AsyncIterable<Uint8Array>> {
  return bytesOf(await container.getArchive({ path }));
}

/** Types the chunks as bytes, which the types of Docker do not declare. */
async function* bytesOf(archive: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  for await (const chunk of archive) if (chunk instanceof Uint8Array) yield chunk;
}

/** Unpacks an archive into a folder of a container. Rejects with the error of the archive if it fails. */
export async function putArchive(
  container: Docker.Container,
  archive: Readable,
  path: string,
): Promise<void> {
  // Docker would wait for the rest of the archive.
  const failed = new AbortController();
  archive.once('error', (error) => failed.abort(error));
  try {
    await container.putArchive(archive, {
      path,
      // A file must not replace a folder with all that is in it.
      noOverwriteDirNonDir: 'true',
      abortSignal: failed.signal,
    });
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : new Error(dockerMessage(error));
  }
}
