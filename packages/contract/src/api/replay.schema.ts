import { z } from 'zod/mini';
import { cacheMissReasons } from '../cache.ts';
import { build } from './build.schema.ts';
import { defineDetails } from './endpoint.ts';
import { repo } from './repos.schema.ts';

/** A search of a step for a cache. */
export const lookup = z.object({
  stage: z.string(),
  step: z.string(),
  key: z.string(),
  paths: z.array(z.string()),
  /** Cache that was found; null for a miss, or if it was deleted since. */
  found: z.nullable(
    z.object({
      id: z.number(),
      key: z.string(),
      scope: z.string(),
      size: z.number(),
      sha256: z.string(),
    }),
  ),
  /** Reason for a miss; null if a cache was found. */
  reason: z.nullable(z.enum(cacheMissReasons)),
});

/** Input of the stages of a build, without secrets. */
export const replay = z.object({
  repository: repo,
  build,
  /** Pipeline YAML of the build. */
  config: z.string(),
  /** Files that the commits of the build changed; absent if unknown. */
  changed_paths: z.optional(z.array(z.string())),
  /** Variables that each stage gets from those that it depends on. */
  outputs: z.array(
    z.object({
      stage: z.string(),
      name: z.string(),
      /** Null if the value is masked in logs. */
      data: z.nullable(z.string()),
    }),
  ),
  /** Caches that the steps looked up. */
  lookups: z.array(lookup),
  /** Names of the stages of which artifacts were deleted; absent on servers that do not record it. */
  deleted_artifacts: z.optional(z.array(z.string())),
  /** Public address and version of the server, for `DRONE_SYSTEM_*`. */
  system: z.object({
    proto: z.string(),
    host: z.string(),
    link: z.string(),
    version: z.string(),
  }),
});

export const getReplayFiles = defineDetails({
  access: 'write',
  summary: 'Download the files that a failed step got from earlier steps, as a tar.zst archive',
  forPrograms: '`millrace exec --build` calls it',
  output: z.string(),
  contentType: 'application/zstd',
});

export const getReplay = defineDetails({
  access: 'write',
  summary:
    'Get what `millrace exec --build` needs to run the stages of a build again, without secrets',
  forPrograms: '`millrace exec --build` calls it; the build page shows the command',
  output: replay,
});
