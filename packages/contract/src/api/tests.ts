import { z } from 'zod/mini';
import { statuses, testStatuses } from '../vocabulary.ts';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

const testStatus = z.enum(testStatuses);

/** A test by its name; the same one in all builds of its repository. */
const testName = {
  id: z.number(),
  stage_name: z.string(),
  /** A class or a file, as its tool tells it. */
  suite: z.string(),
  name: z.string(),
  file: z.optional(z.string()),
};

/** What came of a test in one build, the worst where it ran several times. */
const testOfBuild = z.object({
  ...testName,
  status: testStatus,
  ms: z.number(),
  /** It failed, and did not in the build before. */
  is_new: z.optional(z.boolean()),
  /** On the same commit it failed and passed. */
  is_flaky: z.optional(z.boolean()),
  /** The beginning of what it said when it failed. */
  message: z.optional(z.string()),
});
export type TestOfBuild = z.infer<typeof testOfBuild>;

/** Errors count as failed. */
const testCounts = z.object({
  all: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  new: z.number(),
  flaky: z.number(),
});
export type TestCounts = z.infer<typeof testCounts>;

/** A file that not all results are there of, and why. */
const testReportProblem = z.object({
  stage: z.number(),
  step: z.number(),
  path: z.string(),
  problem: z.string(),
});

const buildTests = z.object({
  counts: testCounts,
  /** How many are looked for; `tests` is a page of these. */
  found: z.number(),
  tests: z.array(testOfBuild),
  problems: z.array(testReportProblem),
});
export type BuildTests = z.infer<typeof buildTests>;

export const testFilters = ['failed', 'passed', 'skipped', 'new', 'flaky'] as const;
export type TestFilter = (typeof testFilters)[number];
export const testOrders = ['status', 'duration'] as const;
export type TestOrder = (typeof testOrders)[number];

const maxWords = 200;
const q = z.optional(
  z.string().check(z.maxLength(maxWords, `Invalid query: q has more than ${maxWords} characters`)),
);
const paging = { page: z.optional(z.string()), per_page: z.optional(z.string()) };

/** Tests on one page of a list, unless `per_page` says otherwise. */
export const testPageSize = 100;

export const listBuildTests = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/tests',
  access: 'read',
  summary: 'The results of the tests of a build, those that failed first',
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

/** One time that a test ran. */
const testRun = z.object({
  stage: z.number(),
  step: z.number(),
  /** Of the build. */
  attempt: z.number(),
  /** The file that tells it. */
  path: z.string(),
  status: testStatus,
  ms: z.number(),
  /** It failed first, and passed when its tool ran it again. */
  was_rerun: z.optional(z.boolean()),
  type: z.optional(z.string()),
  message: z.optional(z.string()),
  details: z.optional(z.string()),
  output: z.optional(z.string()),
});
export type TestRun = z.infer<typeof testRun>;

const buildTest = z.object({ ...testName, runs: z.array(testRun) });
export type BuildTest = z.infer<typeof buildTest>;

export const getBuildTest = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/tests/:test',
  access: 'read',
  summary: 'What a test came to in a build, in all its attempts, and what it said',
  output: buildTest,
});

const buildWithTests = z.object({
  number: z.number(),
  status: z.enum(statuses),
  title: z.string(),
  after: z.string(),
  target: z.string(),
  created: z.number(),
});
export type BuildWithTests = z.infer<typeof buildWithTests>;

const repoTest = z.object({
  ...testName,
  /** In each of the builds; null where it did not run. */
  statuses: z.array(z.nullable(testStatus)),
  ran: z.number(),
  failed: z.number(),
  /** In how many builds it failed and passed on the same commit. */
  flaky: z.number(),
  median_ms: z.number(),
});
export type RepoTest = z.infer<typeof repoTest>;

const repoTests = z.object({
  /** The newest first. */
  builds: z.array(buildWithTests),
  found: z.number(),
  tests: z.array(repoTest),
});
export type RepoTests = z.infer<typeof repoTests>;

export const listRepoTests = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/tests',
  access: 'read',
  summary: 'The tests of the last builds that have results, those that failed most often first',
  query: z.object({ branch: z.optional(z.string()), q, ...paging }),
  output: repoTests,
});

const pastTestRun = z.object({
  build: buildWithTests,
  status: testStatus,
  ms: z.number(),
  is_flaky: z.optional(z.boolean()),
  message: z.optional(z.string()),
});
export type PastTestRun = z.infer<typeof pastTestRun>;

const testHistory = z.object({ ...testName, runs: z.array(pastTestRun) });
export type TestHistory = z.infer<typeof testHistory>;

export const getTestHistory = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/tests/:test',
  access: 'read',
  summary: 'What a test came to in the last builds, the newest first',
  query: z.object({ branch: z.optional(z.string()) }),
  output: testHistory,
});
