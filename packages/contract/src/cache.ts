/**
 * Reasons why a lookup found no cache. `missing_file`: a file whose checksum is part of the key does not exist.
 * `other_paths`: the key exists for a different list of paths. `other_scope`: the key exists for a branch or pull
 * request whose caches the build may not read.
 */
export const cacheMissReasons = ['missing_file', 'other_paths', 'other_scope', 'no_entry'] as const;
export type CacheMissReason = (typeof cacheMissReasons)[number];
