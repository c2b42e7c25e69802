import type Docker from 'dockerode';

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
