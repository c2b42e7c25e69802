import { z } from 'zod/mini';
import { build } from './build.schema.ts';
import { defineDetails } from './endpoint.ts';
import { commitOfBuild } from './failures.schema.ts';

export const environment = z.object({
  /** Successful deployment that finished last: what runs in the environment. Absent before the first one. */
  current: z.optional(build),
  /** Build that it deployed; absent if it was deleted. */
  source: z.optional(build),
  /** Successful deployment that finished before `current`. */
  previous: z.optional(build),
  /** Newest deployment that is unfinished, or finished after `current` without success. */
  newest: z.optional(build),
  /** Newest successful build of the default branch, if it is newer than `current` and has another commit. */
  waiting: z.optional(build),
});

export const getEnvironment = defineDetails({
  access: 'read',
  summary:
    'Get what runs in a deployment target, what ran there before, and the newest build that it does not have',
  query: z.object({
    target: z
      .string()
      .check(
        z.minLength(1, 'Invalid query: target is empty'),
        z.maxLength(250, 'Invalid query: target has at most 250 characters'),
      ),
  }),
  output: environment,
});

export const newCommits = z.object({
  /** Newest first. */
  commits: z.array(commitOfBuild),
  /** True if the list is complete. */
  has_all_commits: z.boolean(),
});

export const listNewCommits = defineDetails({
  access: 'read',
  summary: 'List the commits of a build that the build `since` does not have',
  query: z.object({
    since: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Invalid query: since is a build number')),
  }),
  output: newCommits,
});
