/** Limits of the caches that a step or a pipeline declares. */
export const cacheLimits = {
  /** Caches of one step, and of the pipeline itself. */
  caches: 10,
  /** UTF-16 units of a key, also after its checksums are inserted. */
  keyLength: 512,
  restoreKeys: 10,
  paths: 50,
  pathLength: 1024,
} as const;

/**
 * Reasons why a lookup found no cache. `missing_file`: a file whose checksum is part of the key does not exist.
 * `other_paths`: the key exists for a different list of paths. `other_scope`: the key exists for a branch or pull
 * request whose caches the build may not read.
 */
export const cacheMissReasons = ['missing_file', 'other_paths', 'other_scope', 'no_entry'] as const;
export type CacheMissReason = (typeof cacheMissReasons)[number];
