import { posix } from 'node:path';
import type Docker from 'dockerode';

/** True if the file or folder exists and no part of its path is a link, which Docker would follow. */
export async function isReal(
  container: Docker.Container,
  sourceDir: string,
  root: string,
): Promise<boolean> {
  let path = sourceDir;
  for (const name of ['', ...root.split('/')]) {
    path = posix.join(path, name);
    const stats = await readStats(container, path);
    if (stats === undefined || stats.linkTarget !== '') return false;
  }
  return true;
}

/** Returns facts about a path in a container; undefined if it does not exist. */
export async function readStats(
  container: Docker.Container,
  path: string,
): Promise<{ linkTarget: string } | undefined> {
  try {
    const { headers } = await container.infoArchive({ path });
    const text = String(headers['x-docker-container-path-stat']);
    return JSON.parse(Buffer.from(text, 'base64').toString());
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) {
      return undefined;
    }
    throw error;
  }
}
