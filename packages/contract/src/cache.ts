/** Limits of the caches that a step or a pipeline declares. */
export const cacheLimits = {
  /** Caches of one step, and of the pipeline itself. */
  caches: 10,
  /** Characters of a key in the pipeline file. */
  templateLength: 400,
  /** UTF-16 units of a key with its checksums. */
  keyLength: 2048,
  restoreKeys: 10,
  paths: 50,
  /** Characters of a path. */
  pathLength: 500,
} as const;

/**
 * Reasons why a lookup found no cache. `missing_file`: a file whose checksum is part of the key does not exist.
 * `other_paths`: the key exists for a different list of paths. `other_scope`: the key exists for a branch or pull
 * request whose caches the build may not read.
 */
export const cacheMissReasons = ['missing_file', 'other_paths', 'other_scope', 'no_entry'] as const;
export type CacheMissReason = (typeof cacheMissReasons)[number];
