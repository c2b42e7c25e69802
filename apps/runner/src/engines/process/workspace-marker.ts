import { sep } from 'node:path';

/** Every process of a step inherits this variable, so that all of them can be found and killed. */
export const workspaceVariable = 'MILLRACE_WORKSPACE';

export const workspacePrefix = 'stage-';

/** True for `directory` and paths in it, because a step may run a runner of its own. */
export function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory + sep);
}
