import { posix } from 'node:path';
import type { Pipeline } from '@millrace/pipeline';

export interface WorkspacePaths {
  base: string;
  /** Relative to the base; empty if the sources are in the base itself. */
  path: string;
  sourceDir: string;
}

const defaultBase = '/drone/src';

/** Returns the clone folder in containers. If only an absolute path is given, it is used as the base. */
export function workspacePaths({ base, path }: Pipeline['workspace']): WorkspacePaths {
  const isPathAbsolute = base === '' && path.startsWith('/');
  const top = posix.resolve('/', isPathAbsolute ? path : base || defaultBase);
  const inTop = isPathAbsolute ? '' : posix.join('/', path);
  const sourceDir = posix.join(top, inTop).replace(/(.)\/$/, '$1');
  return { base: top, path: isPathAbsolute ? '' : path, sourceDir };
}
