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
