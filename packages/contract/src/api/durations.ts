import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** In seconds: the median of the last builds, and between which it lies but for the rarest tenth at either end. */
export const usualDuration = z.object({
  stage_name: z.string(),
  /** Absent for the stage itself. */
  step_name: z.optional(z.string()),
  median: z.number(),
  low: z.number(),
  high: z.number(),
  /** Of so many builds. */
  count: z.number(),
});
export type UsualDuration = z.infer<typeof usualDuration>;

export const listUsualDurations = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/durations',
  access: 'read',
  summary: 'How long each stage and step took that succeeded in the builds before this one',
  output: z.array(usualDuration),
});
