import { sep } from 'node:path';

/** Every process of a step inherits this variable, so that none can hide from its end. */
export const workspaceVariable = 'MILLRACE_WORKSPACE';

export const workspacePrefix = 'stage-';

/** True for `directory` itself and all that lies in it: a step may run a runner of its own. */
export function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory + sep);
}
