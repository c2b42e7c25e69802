import { posix } from 'node:path';
import { text } from 'node:stream/consumers';
import { readTar } from '@millrace/node-kit/tar/read-tar';
import { parseImageName } from '@millrace/pipeline/image-name';
import type Docker from 'dockerode';
import type { ContainerSpec, StepSpec } from '../engine.ts';
import { openArchive } from './docker-archives.ts';
import { type ImageUser, readImageUser } from './image-user.ts';
import { removeContainer } from './sweep.ts';

/** Returns the paths of the cache folders of a step in its container, by folder. */
export async function findFolders(
  docker: Docker,
  { environment }: Pick<StepSpec, 'environment'>,
  { cacheFolders = [], ...spec }: ContainerSpec,
  labels: Record<string, string>,
): Promise<Map<string, string>> {
  if (!cacheFolders.some((folder) => folder.startsWith('~/'))) {
    return new Map(cacheFolders.map((folder) => [folder, folder]));
  }
  const user = await readImageUser(docker, spec);
  const home =
    environment.HOME ?? user.home ?? (await readHome(docker, user, { image: spec.image, labels }));
  return new Map(
    cacheFolders.map((folder) => [folder, folder.replace(/^~/, () => posix.resolve('/', home))]),
  );
}

/** Reads the home of a user in the image, as Docker does. The container is never started. */
async function readHome(
  docker: Docker,
  { name }: ImageUser,
  { image, labels }: { image: string; labels: Record<string, string> },
): Promise<string> {
  const container = await docker.createContainer({
    Image: parseImageName(image).full,
    Labels: labels,
    Cmd: ['sh'],
  });
  try {
    const archive = await openArchive(container, '/etc/passwd').catch(() => undefined);
    if (!archive) return '/';
    for await (const { content } of readTar(archive)) {
      const lines = (await text(content)).split('\n').map((line) => line.split(':'));
      const own = lines.find((fields) => fields[0] === name || fields[2] === name);
      return own?.[5] || '/';
    }
    return '/';
  } finally {
    await removeContainer(container);
  }
}
