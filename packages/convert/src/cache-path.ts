import { findFolderProblem, isOutsideFolder } from '@millrace/pipeline';
import type { Stage } from './model.ts';
import { isInside } from './names.ts';

/** Folders of tools in a home folder. Others may be the clone folder of another system. */
const homeFolder = /^~\/(?:\.[\w-]|go\/)/;
/** Homes and clone folders of machines, which containers do not have. */
const machineFolder = /^\/(?:home|Users|drone|github|builds)(?:\/|$)/;

/** True for a path that a cache of this stage can have: in the clone folder, or a folder of a container. */
export function isCachePath(
  path: string,
  { caches, type }: Pick<Stage, 'caches' | 'type'>,
): boolean {
  if (isInside(path)) return true;
  if (type === 'exec') return false;
  if (!isOutsideFolder(path) || /["\\]|\/\.{0,2}(?:\/|$)/.test(path)) return false;
  const isOfMachine = path.startsWith('~') ? !homeFolder.test(path) : machineFolder.test(path);
  const others = caches.flatMap(({ paths }) => paths);
  const overlaps = others.some(
    (other) => other !== path && (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)),
  );
  return !isOfMachine && !overlaps && findFolderProblem(path) === undefined;
}
