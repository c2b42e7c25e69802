import { z } from 'zod/mini';
import { projectKinds, starterTypes } from '../vocabulary.ts';
import { defineEndpoint } from './endpoint.ts';

/** A pipeline file to begin with. */
const starterPipeline = z.object({
  kind: z.enum(projectKinds),
  type: z.enum(starterTypes),
  text: z.string(),
  /** Whether a connected runner accepts it. */
  has_runner: z.boolean(),
});

export type StarterPipeline = z.infer<typeof starterPipeline>;

/** `empty`: the default branch has no commit. `missing`: its newest commit has no pipeline file. */
const starterPipelines = z.object({
  state: z.enum(['empty', 'missing', 'present']),
  pipelines: z.array(starterPipeline),
});
export type StarterPipelines = z.infer<typeof starterPipelines>;

export const getStarterPipelines = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/starter-pipelines',
  access: 'write',
  summary: 'Pipeline files to begin with, by what the default branch holds; none where it has one',
  output: starterPipelines,
});

export const listFirstPipelines = defineEndpoint({
  method: 'GET',
  path: '/api/user/starter-pipelines',
  access: 'session',
  summary: 'Pipeline files to begin with in any repository, first what a connected runner takes',
  output: z.array(starterPipeline),
});
