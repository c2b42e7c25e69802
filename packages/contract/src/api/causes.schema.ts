import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

/** The cause of a failed step, in the repositories that the viewer may read. */
export const failureCauseOfStep = z.object({
  stage: z.number(),
  step: z.number(),
  /** Id of the cause. */
  id: z.number(),
  /** Name and issue in this repository; empty without. */
  name: z.string(),
  issue: z.string(),
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

const weekQuery = z.object({
  /** A day of the week, as YYYY-MM-DD in UTC. By default today. */
  week: z.optional(z.string()),
});

/** Settings of a cause in one repository. */
const causeSettings = z.object({
  /** Given by a person; empty if there is none. */
  name: z.string(),
  /** URL of an issue; empty if there is none. */
  issue: z.string(),
  /** Whether failed stages of a build run again once if all of its failures have such a cause. */
  retry: z.boolean(),
});

export const causeOfWeek = z.object({
  id: z.number(),
  /** Name of the step. */
  step: z.string(),
  /** The error line that distinguishes the cause best, of its last failure. */
  title: z.string(),
  /** Given by a person; empty if there is none. */
  name: z.string(),
  issue: z.string(),
  /** Failures in the week, and the number of these after which the step succeeded in a later attempt. */
  failures: z.number(),
  recovered: z.number(),
  /** Time that the failed stages ran, in seconds. */
  lost: z.number(),
  /** Whether the first failure was in this week. */
  is_new: z.boolean(),
  /** Repositories with the most failures in the week first. */
  repos: z.array(z.object({ slug: z.string(), failures: z.number() })),
});

export const causesOfWeek = z.object({
  /** Start of the week, Monday 00:00 UTC, in unix seconds. */
  week: z.number(),
  /** Causes with the most failures first. */
  causes: z.array(causeOfWeek),
  /** Causes that failed in the week before, but not in this one, with the numbers of that week. */
  gone: z.array(causeOfWeek),
  /** Totals of all causes of the week. */
  total: z.object({ failures: z.number(), recovered: z.number(), lost: z.number() }),
});

/** A failure of a step in a build that still exists. */
export const failure = z.object({
  build: z.number(),
  /** First line of the commit message. */
  message: z.string(),
  stage: z.number(),
  step: z.number(),
  attempt: z.number(),
  failed: z.number(),
  recovered: z.boolean(),
});

export const repoCause = z.object({
  id: z.number(),
  step: z.string(),
  title: z.string(),
  ...causeSettings.shape,
  failures: z.number(),
  recovered: z.number(),
  first: z.object({ build: z.number(), commit: z.string(), seen: z.number() }),
  last_seen: z.number(),
  /** Failures in each of the last weeks, oldest first. */
  weeks: z.array(z.object({ week: z.number(), failures: z.number(), lost: z.number() })),
  /** Other repositories with this cause that the viewer may read. */
  others: z.array(z.object({ slug: z.string(), failures: z.number() })),
});

export const listCauses = defineDetails({
  access: 'session',
  summary: 'List the causes of failures in a week, in all repositories of the account',
  query: weekQuery,
  output: causesOfWeek,
});

export const listRepoCauses = defineDetails({
  access: 'read',
  summary: 'List the causes of failures of a repository in a week',
  query: weekQuery,
  output: causesOfWeek,
});

export const getRepoCause = defineDetails({
  access: 'read',
  summary: 'Get a cause of failures, with its totals in the repository',
  output: repoCause,
});

export const listCauseFailures = defineDetails({
  access: 'read',
  summary: 'List the failures with a cause, newest first',
  query: z.object({ page: z.optional(z.string()), per_page: z.optional(z.string()) }),
  output: z.array(failure),
});

const maxName = 100;

const maxUrl = 500;

export const causeChange = z.partial(
  z.object({
    name: z
      .string()
      .check(z.trim(), z.maxLength(maxName, `name has at most ${maxName} characters`)),
    /** Address of an issue; empty to remove it. */
    issue: z
      .string()
      .check(
        z.trim(),
        z.maxLength(maxUrl, `issue has at most ${maxUrl} characters`),
        z.regex(/^(https?:\/\/\S+)?$/, 'issue must be an http or https URL'),
      ),
    retry: z.boolean(),
  }),
);

export const updateRepoCause = defineDetails({
  access: 'write',
  summary: 'Name a cause of failures, link an issue, or retry its failures once',
  audit: { action: 'cause.update', fields: 'all' },
  body: causeChange,
  output: repoCause,
});

export const listBuildCauses = defineDetails({
  access: 'read',
  summary: 'List the causes of the failed steps of a build, and how often they have been seen',
  output: z.array(failureCauseOfStep),
});
