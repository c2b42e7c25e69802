import { z } from 'zod/mini';
import { build } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

/** Since when something fails: the number of a build, and how many builds ago that was, 0 for none. */
const streak = { since: z.number(), builds_ago: z.number() };

/** A step that failed, or a stage that failed without one. */
export const failingStep = z.object({
  stage: z.number(),
  stage_name: z.string(),
  step: z.optional(z.number()),
  step_name: z.optional(z.string()),
  ...streak,
  /** How often it failed in the last builds before this one, among those that it ran in. */
  failed: z.number(),
  of: z.number(),
});
export type FailingStep = z.infer<typeof failingStep>;

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
export type CommitOfBuild = z.infer<typeof commitOfBuild>;

export const failureHistory = z.object({
  /** The branch, the environment or the kind of builds that it is compared with. */
  line: z.string(),
  /** The newest build before it there that succeeded. */
  last_success: z.optional(build),
  /** Since when builds there fail; absent where this one did not. */
  since: z.optional(z.object(streak)),
  /** What came since the last success, the newest first. */
  commits: z.array(commitOfBuild),
  /** Whether these are all of them. */
  has_all_commits: z.boolean(),
  steps: z.array(failingStep),
});
export type FailureHistory = z.infer<typeof failureHistory>;

export const getFailureHistory = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/failure',
  access: 'read',
  summary:
    'What fails in a build, since when, how often before, and the commits since it last succeeded',
  output: failureHistory,
});
