import { z } from 'zod/mini';
import { bisectionOutcomes, bisectionStatuses } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';
import { commitOfBuild } from './failures.schema.ts';

const buildOfCommit = z.object({ build: z.number(), commit: z.string() });

/** A search for the commit with which a step began to fail, by runs of commits between two builds. */
export const bisection = z.object({
  id: z.number(),
  status: z.enum(bisectionStatuses),
  /** Reason why it could not continue. */
  error: z.optional(z.string()),
  /** Login of the account that started it, or `@auto`. */
  starter: z.string(),
  /** Account that canceled it. */
  canceled_by: z.optional(z.string()),
  /** Failed build for which it was started, with the names of stage and step. */
  build: z.number(),
  stage: z.string(),
  step: z.string(),
  /** Last build in which the step passed. */
  good: buildOfCommit,
  /** First build in which it failed. */
  bad: buildOfCommit,
  /** Number of commits after the good one, up to the bad one. */
  commits: z.number(),
  /** Number of runs. */
  runs: z.number(),
  /** Number of runs after which it ends without an answer. */
  max_runs: z.number(),
  /** Probability that the step fails on a good commit, as expected from its earlier runs. */
  flakiness: z.number(),
  /** Probability of the answer; while it is running, of the most probable one. */
  confidence: z.number(),
  /** Hashes of the commits that it found, oldest first: more than one if all but the last one cannot be built. */
  found: z.array(z.string()),
  created: z.number(),
  finished: z.number(),
});

export const commit = z.extend(commitOfBuild, {
  /** Probability that the step began to fail with this commit. */
  probability: z.number(),
});

export const run = z.object({
  /** Position of the commit in `list`, from 1. */
  commit: z.number(),
  /** Number of its build; 0 if the commit has no such step. */
  build: z.number(),
  /** Absent until the build has finished. */
  outcome: z.optional(z.enum(bisectionOutcomes)),
  created: z.number(),
});

export const bisectionDetails = z.extend(bisection, {
  /** Commits, oldest first. A merge is one commit. */
  list: z.array(commit),
  /** Runs, oldest first. */
  run_list: z.array(run),
  /** Probability that no commit began the failures. */
  none: z.number(),
});

const number = z.number().check(z.int(), z.minimum(1));

/** Numbers of a failed build, and of its failed stage and step. */
export const newBisection = z.object({ build: number, stage: number, step: number });

export const bisectionSettings = z.object({
  /** Whether bisections start by themselves when a build of a cron job or of several commits begins to fail. */
  automatic: z.boolean(),
  /** Whether the answer is added as a comment to the commit, if the forge has such comments. */
  comments: z.boolean(),
  /** Whether the forge has them. */
  can_comment: z.boolean(),
});

export const bisectionSettingsChange = z.object({
  automatic: z.optional(z.boolean()),
  comments: z.optional(z.boolean()),
});

export const listBisections = defineDetails({
  access: 'read',
  summary: 'List the newest bisections of a repository, or those that were started for a build',
  query: z.object({ build: z.optional(z.string()) }),
  output: z.array(bisection),
});

export const startBisection = defineDetails({
  access: 'write',
  summary: 'Find the commit with which a step began to fail',
  audit: { action: 'bisection.start', fields: ['build', 'stage', 'step'] },
  body: newBisection,
  output: bisection,
});

/** The commits with which a step may have begun to fail, or why a bisection cannot find them. */
export const bisectionRange = z.object({
  /** Number of commits after the last build in which the step passed. 0 if it cannot be searched. */
  commits: z.number(),
  /** The commit, if there is only one: nothing has to be searched. */
  only: z.optional(commitOfBuild),
  /** Why it cannot be searched. */
  refusal: z.optional(z.string()),
});

export const getBisectionRange = defineDetails({
  access: 'read',
  summary:
    'Get how many commits a bisection for a failed step would search, or why it is impossible',
  output: bisectionRange,
});

export const getBisection = defineDetails({
  access: 'read',
  summary: 'Get a bisection with its commits and runs',
  output: bisectionDetails,
});

export const cancelBisection = defineDetails({
  access: 'write',
  summary: 'Cancel a bisection and its running build',
  audit: { action: 'bisection.cancel' },
});

export const getBisectionSettings = defineDetails({
  access: 'read',
  forAuditors: true,
  summary: 'Get whether bisections start by themselves, and whether they comment on commits',
  output: bisectionSettings,
});

export const updateBisectionSettings = defineDetails({
  access: 'admin',
  summary: 'Change whether bisections start by themselves, and whether they comment on commits',
  audit: { action: 'bisection_settings.update', fields: ['automatic', 'comments'] },
  body: bisectionSettingsChange,
  output: bisectionSettings,
});
