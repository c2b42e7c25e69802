import { z } from 'zod/mini';
import { projectKinds, starterTypes } from '../vocabulary.ts';
import { defineEndpoint } from './endpoint.ts';

/** A suggested pipeline file. */
const starterPipeline = z.object({
  kind: z.enum(projectKinds),
  type: z.enum(starterTypes),
  text: z.string(),
  /** True if a connected runner accepts it. */
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
  summary: 'Suggest pipeline files that fit the default branch; none if it has one',
  output: starterPipelines,
});

export const listFirstPipelines = defineEndpoint({
  method: 'GET',
  path: '/api/user/starter-pipelines',
  access: 'session',
  summary: 'List the starter pipeline files, those that a connected runner accepts first',
  output: z.array(starterPipeline),
});
