import { sep } from 'node:path';

/** Variable that all processes of a step inherit, so that the runner can find and kill them. */
export const workspaceVariable = 'MILLRACE_WORKSPACE';

export const workspacePrefix = 'stage-';

/** True if `path` is `directory` or in it. A step may itself run a runner with such a path. */
export function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory + sep);
}
