import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** The cause of a failed step, in the repositories that the viewer may read. */
export const failureCauseOfStep = z.object({
  stage: z.number(),
  step: z.number(),
  /** Id of the cause. */
  id: z.number(),
  /** Number of failures with this cause, including this one. */
  failures: z.number(),
  /** Number of these after which the step succeeded in a later attempt of the build. */
  recovered: z.number(),
  /** Number of repositories. */
  repos: z.number(),
  /** First build with this failure, which may have been deleted. */
  first: z.object({
    slug: z.string(),
    build: z.number(),
    commit: z.string(),
    seen: z.number(),
  }),
});
export type FailureCauseOfStep = z.infer<typeof failureCauseOfStep>;

export const listBuildCauses = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/causes',
  access: 'read',
  summary: 'List the causes of the failed steps of a build, and how often they have been seen',
  output: z.array(failureCauseOfStep),
});
