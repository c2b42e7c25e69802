import { posix } from 'node:path';
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
    read: (path) => container.getArchive({ path: posix.join(sourceDir, path) }),
    write: async (archive) => {
      try {
        await container.putArchive(archive, { path: sourceDir });
      } catch (error) {
        throw new Error(dockerMessage(error));
      }
    },
  };
}
