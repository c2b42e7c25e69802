import { z } from 'zod/mini';
import { build } from './build.schema.ts';
import { defineDetails } from './endpoint.ts';

/** Number of the first build of a series of failures, and how many builds ago it ran (0 for this one). */
const streak = { since: z.number(), builds_ago: z.number() };

/** A failed step, or a failed stage without a failed step. */
export const failingStep = z.object({
  stage: z.number(),
  stage_name: z.string(),
  step: z.optional(z.number()),
  step_name: z.optional(z.string()),
  ...streak,
  /** Failures in the preceding builds, out of those in which it ran. */
  failed: z.number(),
  of: z.number(),
});

/** `message` is the first line. */
export const commitOfBuild = z.object({
  sha: z.string(),
  message: z.string(),
  author_login: z.string(),
  author_name: z.string(),
  author_avatar: z.string(),
  timestamp: z.number(),
  link: z.string(),
});

export const failureHistory = z.object({
  /** Branch, deployment target or kind of build used for the comparison. */
  line: z.string(),
  /** Newest earlier successful build of that scope. */
  last_success: z.optional(build),
  /** First build of the current series of failures; absent if this build did not fail. */
  since: z.optional(z.object(streak)),
  /** Commits since the last success, newest first. */
  commits: z.array(commitOfBuild),
  /** True if the list is complete. */
  has_all_commits: z.boolean(),
  steps: z.array(failingStep),
});

export const getFailureHistory = defineDetails({
  access: 'read',
  summary:
    'Get the failed stages and steps of a build, since when and how often they fail, and the commits since the last success',
  output: failureHistory,
});
