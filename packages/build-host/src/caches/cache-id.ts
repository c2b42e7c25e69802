import { createHash } from 'node:crypto';

/** Identity of a cache in its repository. */
export interface CacheId {
  scope: string;
  name: string;
  /** Sorted. */
  paths: readonly string[];
}

/** Returns a short text for an index or a file name, because a cache id may be longer than these allow. */
export function digestOfCache({ scope, name, paths }: CacheId): string {
  return createHash('sha256')
    .update(JSON.stringify([scope, name, paths]))
    .digest('hex');
}
