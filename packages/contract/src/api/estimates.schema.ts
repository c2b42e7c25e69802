import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

/** Unix seconds. In nine of ten cases, the time is between `low` and `high`. */
export const estimate = z.object({ low: z.number(), likely: z.number(), high: z.number() });

const stageEstimate = z.object({
  stage: z.number(),
  /** Absent if a runner has claimed the stage. */
  start: z.optional(estimate),
  end: estimate,
});

export const buildEstimate = z.object({
  build: z.number(),
  /** Absent if the end of a stage is unknown. */
  end: z.optional(estimate),
  /** Unfinished stages whose end can be estimated. */
  stages: z.array(stageEstimate),
});

export const listRepoEstimates = defineDetails({
  access: 'read',
  summary: 'Estimate when the unfinished builds of a repository, and their stages, start and end',
  output: z.array(buildEstimate),
});

export const listEstimates = defineDetails({
  access: 'session',
  summary: 'Estimate when the unfinished builds in all repositories of the account end',
  output: z.array(z.object({ slug: z.string(), build: z.number(), end: estimate })),
});
