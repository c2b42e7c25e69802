import type Docker from 'dockerode';
import { labelFilter } from './labels.ts';

/** Stops and removes every container, image, network and volume with these labels. */
export async function sweep(docker: Docker, labels: Record<string, string>): Promise<void> {
  const filters = labelFilter(labels);
  await removeContainers(docker, labels);
  for (const { Id } of await docker.listImages({ filters })) {
    await ignoreMissing(docker.getImage(Id).remove({ force: true }));
  }
  for (const { Id } of await docker.listNetworks({ filters })) {
    await ignoreMissing(docker.getNetwork(Id).remove());
  }
  const { Volumes } = await docker.listVolumes({ filters });
  for (const { Name } of Volumes ?? []) {
    // A conflict means that a container still uses it, so that it must be removed later.
    await ignoreMissing(docker.getVolume(Name).remove({ force: true }), [404]);
  }
}

export async function removeContainers(
  docker: Docker,
  labels: Record<string, string>,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  const containers = await docker.listContainers({ all: true, filters: labelFilter(labels) });
  const removed = containers.filter(({ Id }) => !except.has(Id));
  await Promise.all(removed.map(({ Id }) => removeContainer(docker.getContainer(Id))));
}

/** Removes a container with its anonymous volumes; ignores it if its removal is already in progress. */
export async function removeContainer(container: Docker.Container): Promise<void> {
  await ignoreMissing(container.remove({ force: true, v: true }));
}

async function ignoreMissing(
  removal: Promise<unknown>,
  ignored: readonly number[] = [404, 409],
): Promise<void> {
  try {
    await removal;
  } catch (error) {
    const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 0;
    if (!ignored.includes(Number(status))) throw error;
  }
}
