import { z } from 'zod/mini';
import { buildEvents } from '../vocabulary.ts';
import { trendRanges } from './build-trends.ts';
import { defineDetails } from './endpoint.ts';
import { branchText } from './names.schema.ts';

const maxNameLength = 250;

const partName = z.optional(
  z.string().check(z.maxLength(maxNameLength, `A name has at most ${maxNameLength} characters`)),
);

const trendQuery = z.object({
  /** `4w` if absent. */
  range: z.optional(
    z.enum(trendRanges, `Invalid query: range must be one of ${trendRanges.join(', ')}`),
  ),
  /** Target branch. For a pull request, the branch it merges into. */
  branch: z.optional(branchText),
  event: z.optional(
    z.enum(buildEvents, `Invalid query: event must be one of ${buildEvents.join(', ')}`),
  ),
  /** Time zone in which days and weeks start, such as `Europe/Berlin`; UTC if absent. */
  zone: z.optional(z.string().check(z.maxLength(100, 'Invalid query: zone is too long'))),
});

/** Seconds: half of the values are at most `p50`, and 95 % are at most `p95`. */
const percentiles = z.object({ p50: z.number(), p95: z.number(), count: z.number() });

/** A lasting change of the duration. */
const trendChange = z.object({
  /** The first successful build after the change, and its commit. */
  build: z.number(),
  commit: z.string(),
  title: z.string(),
  created: z.number(),
  /** Medians of the builds before and after it, in seconds. */
  before: z.number(),
  after: z.number(),
});

export const buildTrend = z.object({
  unit: z.enum(['day', 'week']),
  /** End of the last period, in unix seconds. */
  end: z.number(),
  /** Number of builds that were read: finished with success, failure or error. */
  builds: z.number(),
  /** Present if only every nth build was read, because there are too many. */
  every: z.optional(z.number()),
  /** Present if builds before this time were not read, because there are too many. */
  since: z.optional(z.number()),
  /** Oldest first. Periods without a build have zeros. */
  periods: z.array(
    z.object({
      /** Start in unix seconds. */
      start: z.number(),
      success: z.number(),
      /** Failures and errors. */
      failed: z.number(),
      /** Absent without a successful run. */
      duration: z.optional(percentiles),
      /** From the creation of a build to its start. Absent for stages and steps. */
      queued: z.optional(percentiles),
    }),
  ),
  /** Oldest first. */
  changes: z.array(trendChange),
});

export const getBuildTrend = defineDetails({
  access: 'read',
  summary:
    'Get durations, success and time in queue of builds, a stage or a step by day or week, and changes of duration',
  query: z.extend(trendQuery, {
    /** Name of a stage. */
    stage: partName,
    /** Name of a step of the stage. */
    step: partName,
  }),
  output: buildTrend,
});

export const trendParts = z.object({
  /** Number of successful builds that were read, newest first. */
  builds: z.number(),
  /** Slowest first. */
  parts: z.array(
    z.object({
      stage_name: z.string(),
      /** Absent for the stage itself. */
      step_name: z.optional(z.string()),
      ...percentiles.shape,
    }),
  ),
});

export const listTrendParts = defineDetails({
  access: 'read',
  summary: 'List the durations of stages and steps in the latest successful builds, slowest first',
  query: trendQuery,
  output: trendParts,
});
