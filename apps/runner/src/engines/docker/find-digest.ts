import { parseImageName } from '@millrace/pipeline/image-name';
import type Docker from 'dockerode';

/**
 * Returns an image of this engine by its name with a digest, or by its id if it was not pulled from a registry.
 * Returns undefined if the engine does not have it.
 */
export async function findDigest(docker: Docker, image: string): Promise<string | undefined> {
  try {
    const { Id, RepoDigests = [] } = await docker.getImage(parseImageName(image).full).inspect();
    // Digests of another name are those of a registry that the build may not know.
    const name = image.replace(/^docker\.io\/(?:library\/)?/, '').replace(/@.*$|:[^:/]+$/, '');
    return RepoDigests.find((each) => each.startsWith(`${name}@`)) ?? Id;
  } catch {
    return undefined;
  }
}
