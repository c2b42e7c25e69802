import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

/** Seconds: the median of the latest builds, and the range without the extreme tenth at either end. */
export const usualDuration = z.object({
  stage_name: z.string(),
  /** Absent for the stage itself. */
  step_name: z.optional(z.string()),
  median: z.number(),
  low: z.number(),
  high: z.number(),
  /** Number of builds in the sample. */
  count: z.number(),
});

export const listUsualDurations = defineDetails({
  access: 'read',
  summary:
    'Get the usual duration of each stage and step, from earlier builds in which it succeeded',
  output: z.array(usualDuration),
});
