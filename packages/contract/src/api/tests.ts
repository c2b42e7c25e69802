import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './tests.schema.ts';

export type TestOfBuild = z.infer<typeof schema.testOfBuild>;

export type TestCounts = z.infer<typeof schema.testCounts>;

export type BuildTests = z.infer<typeof schema.buildTests>;

export const testFilters = ['failed', 'passed', 'skipped', 'new', 'flaky'] as const;

export type TestFilter = (typeof testFilters)[number];

export const testOrders = ['status', 'duration'] as const;

export type TestOrder = (typeof testOrders)[number];

/** Tests of a repository that come first: those that fail most often, are flaky most often, or take the longest. */
export const repoTestOrders = ['failed', 'flaky', 'duration'] as const;

export type RepoTestOrder = (typeof repoTestOrders)[number];

/** Default page size of test lists; `per_page` overrides it. */
export const testPageSize = 100;

export const listBuildTests = defineCall<typeof schema.listBuildTests>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/tests',
);

export type TestRun = z.infer<typeof schema.testRun>;

export type BuildTest = z.infer<typeof schema.buildTest>;

export const getBuildTest = defineCall<typeof schema.getBuildTest>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/tests/:test',
);

export type BuildWithTests = z.infer<typeof schema.buildWithTests>;

export type RepoTest = z.infer<typeof schema.repoTest>;

export type RepoTests = z.infer<typeof schema.repoTests>;

export const listRepoTests = defineCall<typeof schema.listRepoTests>()(
  'GET',
  '/api/repos/:namespace/:name/tests',
);

export type PastTestRun = z.infer<typeof schema.pastTestRun>;

export type TestHistory = z.infer<typeof schema.testHistory>;

export const getTestHistory = defineCall<typeof schema.getTestHistory>()(
  'GET',
  '/api/repos/:namespace/:name/tests/:test',
);
