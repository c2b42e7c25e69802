import { z } from 'zod/mini';
import { statuses, testStatuses } from '../vocabulary.ts';
import { attemptQuery } from './builds.schema.ts';
import { defineDetails } from './endpoint.ts';
import { branchText } from './names.schema.ts';
import { repoTestOrders, testFilters, testOrders } from './tests.ts';

const testStatus = z.enum(testStatuses);

/** A test, identified by its name across all builds of its repository. */
const testName = {
  id: z.number(),
  stage_name: z.string(),
  /** Class or file, as reported by the test tool. */
  suite: z.string(),
  name: z.string(),
  file: z.optional(z.string()),
};

/** Result of a test in one build; the worst one if it ran several times. */
export const testOfBuild = z.object({
  ...testName,
  status: testStatus,
  ms: z.number(),
  /** True if it failed here but not in the preceding build. */
  is_new: z.optional(z.boolean()),
  /** True if it both failed and passed on the same commit. */
  is_flaky: z.optional(z.boolean()),
  /** Beginning of the failure message. */
  message: z.optional(z.string()),
});

/** Errors count as failed. */
export const testCounts = z.object({
  all: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  new: z.number(),
  flaky: z.number(),
});

/** A report that could not be read completely, and the reason. */
const testReportProblem = z.object({
  stage: z.number(),
  step: z.number(),
  path: z.string(),
  problem: z.string(),
});

export const buildTests = z.object({
  counts: testCounts,
  /** Number of matching tests; `tests` is one page of them. */
  found: z.number(),
  tests: z.array(testOfBuild),
  problems: z.array(testReportProblem),
});

const maxWords = 200;

const q = z.optional(
  z.string().check(z.maxLength(maxWords, `Invalid query: q has more than ${maxWords} characters`)),
);

const paging = { page: z.optional(z.string()), per_page: z.optional(z.string()) };

export const listBuildTests = defineDetails({
  access: 'read',
  summary: 'List the test results of a build, failed tests first',
  query: z.extend(attemptQuery, {
    status: z.optional(
      z.enum(testFilters, `Invalid query: status must be one of ${testFilters.join(', ')}`),
    ),
    sort: z.optional(
      z.enum(testOrders, `Invalid query: sort must be one of ${testOrders.join(', ')}`),
    ),
    q,
    ...paging,
  }),
  output: buildTests,
});

/** One run of a test. */
export const testRun = z.object({
  stage: z.number(),
  step: z.number(),
  /** Attempt of the build. */
  attempt: z.number(),
  /** Path of the report file. */
  path: z.string(),
  status: testStatus,
  ms: z.number(),
  /** True if it failed first and passed when the test tool retried it. */
  was_rerun: z.optional(z.boolean()),
  type: z.optional(z.string()),
  message: z.optional(z.string()),
  details: z.optional(z.string()),
  output: z.optional(z.string()),
});

export const buildTest = z.object({ ...testName, runs: z.array(testRun) });

export const getBuildTest = defineDetails({
  access: 'read',
  summary: 'Get the runs of a test in a build, in all its attempts, with their messages',
  output: buildTest,
});

export const buildWithTests = z.object({
  number: z.number(),
  status: z.enum(statuses),
  title: z.string(),
  after: z.string(),
  target: z.string(),
  created: z.number(),
});

export const repoTest = z.object({
  ...testName,
  /** Status in each of the builds; null if it did not run. */
  statuses: z.array(z.nullable(testStatus)),
  ran: z.number(),
  failed: z.number(),
  /** Number of builds in which it both failed and passed on the same commit. */
  flaky: z.number(),
  median_ms: z.number(),
});

export const repoTests = z.object({
  /** Newest first. */
  builds: z.array(buildWithTests),
  found: z.number(),
  tests: z.array(repoTest),
});

export const listRepoTests = defineDetails({
  access: 'read',
  summary:
    'List the tests of the latest builds with results, most frequent failures first by default',
  query: z.object({
    branch: z.optional(branchText),
    sort: z.optional(
      z.enum(repoTestOrders, `Invalid query: sort must be one of ${repoTestOrders.join(', ')}`),
    ),
    q,
    ...paging,
  }),
  output: repoTests,
});

export const pastTestRun = z.object({
  build: buildWithTests,
  status: testStatus,
  ms: z.number(),
  is_flaky: z.optional(z.boolean()),
  message: z.optional(z.string()),
});

export const testHistory = z.object({ ...testName, runs: z.array(pastTestRun) });

export const getTestHistory = defineDetails({
  access: 'read',
  summary: 'List the results of a test in the latest builds, newest first',
  query: z.object({ branch: z.optional(branchText) }),
  output: testHistory,
});
