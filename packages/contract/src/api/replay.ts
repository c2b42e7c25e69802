import { z } from 'zod/mini';
import { build } from './build.ts';
import { defineEndpoint } from './endpoint.ts';
import { repo } from './repos.ts';

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
  /** Public address and version of the server, for `DRONE_SYSTEM_*`. */
  system: z.object({
    proto: z.string(),
    host: z.string(),
    link: z.string(),
    version: z.string(),
  }),
});
export type Replay = z.infer<typeof replay>;

/** Fails with 404 if no files are stored for the step. */
export const getReplayFiles = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/replay/:stage/:step',
  access: 'write',
  summary: 'Download the files that a failed step got from earlier steps, as a tar.zst archive',
  output: z.string(),
  contentType: 'application/zstd',
});

export const getReplay = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/replay',
  access: 'write',
  summary:
    'Get what `millrace exec --build` needs to run the stages of a build again, without secrets',
  output: replay,
});
