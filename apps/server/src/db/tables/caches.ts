import type { CacheMissReason } from '@millrace/contract/cache';
import type { Generated } from 'kysely';
import type { TimeSec } from './columns.ts';

/** Objects of an object store with the content of caches, complete or pending. */
interface CacheObjectsTable {
  id: Generated<number>;
  /** Null if the repository was deleted: the object is deleted in the object store next, then this row. */
  repo_id: number | null;
  /** Hexadecimal digest. A complete object of a repository has no other with the same content. */
  sha256: string;
  size: number;
  key: string;
  /** Time at which the object is deleted; null while a cache uses it. */
  due: TimeSec | null;
  tries: number;
}

/** Caches. Several of a repository share an object if their content is the same. */
interface CachesTable {
  id: Generated<number>;
  repo_id: number;
  object_id: number;
  /** Digest of scope, name and paths, which together identify the cache in its repository. */
  place: string;
  scope: string;
  /** Key of the pipeline file. */
  name: string;
  /** JSON list of texts. */
  paths: string;
  size: number;
  /** Number of the build that stored it. */
  build: number;
  created: TimeSec;
  last_used: TimeSec;
  hits: number;
}

/** Searches of stages for caches. */
interface CacheLookupsTable {
  id: Generated<number>;
  repo_id: number;
  stage_id: number;
  /** Number of the build. */
  build: number;
  /** Names of stage and step. */
  stage: string;
  step: string;
  /** Scope to which the build writes. */
  scope: string;
  name: string;
  /** JSON lists of texts. */
  paths: string;
  missing_files: string;
  /** Cache that was found, which may have been deleted since. */
  cache_id: number | null;
  found_name: string | null;
  reason: CacheMissReason | null;
  created: TimeSec;
}

/** Limits set for repositories, lower than those of the server; null if the server's limit applies. */
interface CacheLimitsTable {
  repo_id: number;
  days: number | null;
  repo_bytes: number | null;
}

export interface CacheTables {
  cache_limits: CacheLimitsTable;
  cache_objects: CacheObjectsTable;
  caches: CachesTable;
  cache_lookups: CacheLookupsTable;
}
