import { z } from 'zod/mini';
import { buildEvents, statuses } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';

/**
 * State of the default branch of an active repository: that of its newest pushed commit. For a branch without any push,
 * that of its newest build.
 */
export const defaultBranch = z.object({
  slug: z.string(),
  branch: z.string(),
  /** The build that is the state. */
  number: z.number(),
  event: z.enum(buildEvents),
  status: z.enum(statuses),
  /** Last result of the branch, which is older than the build while that is unfinished. Absent if there was none. */
  result: z.optional(z.enum(['success', 'failure', 'error'])),
  /** First failure since the last success among the newest 10,000 builds of the repository; absent if unknown. */
  failing_since: z.optional(z.number()),
});

export const listDefaultBranches = defineDetails({
  access: 'session',
  summary:
    'List the states of the default branches of all repositories of the account that have builds',
  output: z.array(defaultBranch),
});
