import { posix } from 'node:path';
import type { ContainerSpec, StepSpec } from '../engine.ts';

export const cacheVolume = 'caches';
/** Folder of the control container with a folder for each cache folder of the stage. */
export const cachesFolder = '/millrace-caches';

/** Returns where the control container has a cache folder of the stage. */
export function controlPathOf(folder: string, all: readonly string[]): string {
  return posix.join(cachesFolder, String(all.indexOf(folder)));
}

interface MountingStep extends Pick<StepSpec, 'environment'> {
  container: Pick<ContainerSpec, 'cacheFolders' | 'user'>;
}

/** Returns the mounts of the cache folders of a step. The cluster does not tell the home of the user in an image. */
export function cacheMounts(
  { container, environment }: MountingStep,
  all: readonly string[],
): { name: string; mountPath: string; subPath: string }[] {
  const { cacheFolders = [], user } = container;
  const [name = ''] = user.split(':');
  const home = ['', '0', 'root'].includes(name) ? '/root' : `/home/${name}`;
  return cacheFolders.map((folder) => ({
    name: cacheVolume,
    mountPath: folder.replace(/^~/, () => posix.resolve('/', environment.HOME ?? home)),
    subPath: String(all.indexOf(folder)),
  }));
}
