import { posix } from 'node:path';
import type { Pipeline } from '@millrace/contract/pipeline';

export interface WorkspacePaths {
  base: string;
  /** Below the base; empty where the sources are in the base itself. */
  path: string;
  sourceDir: string;
}

const defaultBase = '/drone/src';

/** Where the sources are in containers. A path alone that starts at the root is taken for the base. */
export function workspacePaths({ base, path }: Pipeline['workspace']): WorkspacePaths {
  const isPathAbsolute = base === '' && path.startsWith('/');
  const top = posix.resolve('/', isPathAbsolute ? path : base || defaultBase);
  const inTop = isPathAbsolute ? '' : posix.join('/', path);
  const sourceDir = posix.join(top, inTop).replace(/(.)\/$/, '$1');
  return { base: top, path: isPathAbsolute ? '' : path, sourceDir };
}
