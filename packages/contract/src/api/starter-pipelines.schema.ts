import { z } from 'zod/mini';
import { projectKinds, starterTypes } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';

/** A suggested pipeline file. */
export const starterPipeline = z.object({
  kind: z.enum(projectKinds),
  type: z.enum(starterTypes),
  text: z.string(),
  /** True if a connected runner accepts it. */
  has_runner: z.boolean(),
});

/** `empty`: the default branch has no commit. `missing`: its newest commit has no pipeline file. */
export const starterPipelines = z.object({
  state: z.enum(['empty', 'missing', 'present']),
  pipelines: z.array(starterPipeline),
});

export const getStarterPipelines = defineDetails({
  access: 'write',
  summary: 'Suggest pipeline files that fit the default branch; none if it has one',
  output: starterPipelines,
});

export const listFirstPipelines = defineDetails({
  access: 'session',
  summary: 'List the starter pipeline files, those that a connected runner accepts first',
  output: z.array(starterPipeline),
});
