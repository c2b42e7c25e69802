import { z } from 'zod/mini';
import { defaultBranch } from './default-branches.schema.ts';
import { defineDetails } from './endpoint.ts';

/** How an active repository does: the state of its default branch, and figures of its newest 50 builds. */
export const repoHealth = z.object({
  slug: z.string(),
  /** Absent if the branch has no builds. */
  branch: z.optional(defaultBranch),
  /** Time of the first failure since the last success, in Unix seconds; absent if the branch is not failing. */
  failing_since_time: z.optional(z.number()),
  /** Median duration of the builds that succeeded at once, in seconds; absent if there is none. */
  median: z.optional(z.number()),
  /** Builds that have succeeded or failed. */
  finished: z.number(),
  /** Builds that succeeded only when they were restarted. */
  recovered: z.number(),
  /** Stages that run. */
  running: z.number(),
  /** Stages that wait for a runner. */
  waiting: z.number(),
});

export const getOrganizationHealth = defineDetails({
  access: 'session',
  accessToken: 'read',
  summary: 'List how the repositories of an organization do that the account can access',
  output: z.array(repoHealth),
});
