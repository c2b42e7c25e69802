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

/** A file of another CI system in the repository, and the pipeline file that stands for it. */
export const foreignPipeline = z.object({
  path: z.string(),
  /** Name of the other system. */
  system: z.string(),
  /** The pipeline file, with a comment on each thing that has no equivalent; empty with a problem. */
  text: z.string(),
  /** Steps of the other file, and how many of them the pipeline has. */
  steps: z.object({ found: z.number(), carried: z.number() }),
  /** Number of comments on things without an equivalent. */
  notes: z.number(),
  /** Why the file cannot be converted; empty if it was. */
  problem: z.string(),
});

/** `empty`: the default branch has no commit. `missing`: its newest commit has no pipeline file. */
export const starterPipelines = z.object({
  state: z.enum(['empty', 'missing', 'present']),
  pipelines: z.array(starterPipeline),
  converted: z.array(foreignPipeline),
});

export const getStarterPipelines = defineDetails({
  access: 'write',
  summary:
    'Suggest pipeline files that fit the default branch, also from files of other CI systems; none if it has one',
  output: starterPipelines,
});

export const listFirstPipelines = defineDetails({
  access: 'session',
  summary: 'List the starter pipeline files, those that a connected runner accepts first',
  output: z.array(starterPipeline),
});
