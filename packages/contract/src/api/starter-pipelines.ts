import { z } from 'zod/mini';
import { projectKinds, starterTypes } from '../vocabulary.ts';
import { defineEndpoint } from './endpoint.ts';

const starterPipeline = z.object({
  kind: z.enum(projectKinds),
  type: z.enum(starterTypes),
  text: z.string(),
  /** Whether a connected runner takes it. */
  has_runner: z.boolean(),
});

/** `empty`: the default branch has no commit; `missing`: its newest commit has no pipeline file. */
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
