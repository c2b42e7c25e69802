import type { PipelineStep, VolumeMount } from './pipeline.ts';

/** Folders with programs or devices, without which an image does not work, and everything in them. */
const systemFolder =
  /^\/(?:bin|boot|dev|etc|lib[^/]*|proc|sbin|sys|usr\/(?:bin|lib[^/]*|sbin)|\.millrace[^/]*)(?:\/|$)/;
/** Folders with many things, of which a cache is one. */
const sharedFolder = /^\/(?:home|mnt|opt|root|run|srv|tmp|usr|usr\/local(?:\/s?bin|\/lib)?|var)$/;
const defaultBase = '/drone/src';

/** True for a cached folder outside of the clone folder: an absolute path, or one in the home of the step's user. */
export function isOutsideFolder(path: string): boolean {
  return /^~?\//.test(path);
}

/** Returns why a normalized folder cannot be cached; undefined if it can. */
export function findFolderProblem(path: string): string | undefined {
  if (path === '~') return 'is the home folder; write a folder in it, such as ~/.npm';
  if (systemFolder.test(path)) return 'is a folder of the system, which the image needs';
  return sharedFolder.test(path) ? 'is a folder of the system; write a folder in it' : undefined;
}

interface Mounts {
  workspace: { base: string; path: string };
  steps: readonly Pick<PipelineStep, 'name' | 'volumes'>[];
}

/** Returns why folders of a pipeline or a step overlap with what is mounted already. */
export function findOverlap(
  folders: readonly string[],
  { workspace, steps }: Mounts,
): string | undefined {
  const base = workspace.base || (workspace.path.startsWith('/') ? workspace.path : defaultBase);
  for (const folder of folders) {
    if (overlaps(folder, base)) {
      return `"${folder}" and the clone folder ${base} overlap; write paths in the clone folder without "/" at the start`;
    }
    const other = folders.find((each) => each !== folder && overlaps(each, folder));
    if (other !== undefined) return `"${folder}" and "${other}" overlap; write the outer one only`;
    for (const { name, volumes } of steps) {
      const mount = volumes.find((each: VolumeMount) => overlaps(folder, each.path));
      if (mount) {
        return `"${folder}" and the volume "${mount.name}" at ${mount.path} of step "${name}" overlap; leave out one of them`;
      }
    }
  }
  return undefined;
}

/** True if one path is the other one or in it. */
function overlaps(one: string, other: string): boolean {
  const [first, second] = [`${one}/`, `${other.replace(/\/+$/, '')}/`];
  return first.startsWith(second) || second.startsWith(first);
}
