import { Readable } from 'node:stream';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { BuildTests } from './build-tests.ts';
import { deleteUnusedTestNames } from './delete-unused-names.ts';
import { NameSearch } from './name-search.ts';
import { RepoTests } from './repo-tests.ts';
import { ResultThread } from './result-thread.ts';
import { TestReadModel } from './test-read-model.ts';
import { TestReports } from './test-reports.ts';
import { registerTestRoutes } from './test-routes.ts';
import { testsOfBuilds } from './tests-of-builds.ts';

/** Failed tests by which the cause of a failure is recognized. */
const maxFailedTests = 200;

/** Test reports: reads and stores test results of steps, and compares them over builds. */
export const testReports: CreateFeature = (core) => {
  const { db } = core;
  const thread = new ResultThread();
  const search = new NameSearch(db);
  const reports = new TestReports({ ...core, thread });
  const buildTests = new BuildTests({ ...core, thread, search });
  const unusedNames = new RepeatedJob({
    ...core,
    everyMs: 3_600_000,
    failure: 'Test names without a build could not be deleted',
    work: (stopped) => deleteUnusedTestNames(db, stopped),
  });
  return {
    owns: {
      test_names: { reason: 'Deleted when no build of its repository contains the test' },
      test_results: 'build',
      test_blocks: 'build',
      test_reports: 'build',
      test_failures: 'build',
    },
    newFailingTests: async (repo, build, limit) => {
      const page = { limit, offset: 0 };
      return (await buildTests.list(repo, build, { status: 'new' }, page)).tests;
    },
    failedTests: (stepId) => new TestReadModel(db).listFailed(stepId, maxFailedTests),
    buildCounts: async (stepIds) => {
      const tests = await new TestReadModel(db).countResults(stepIds);
      return tests ? { tests } : {};
    },
    stepFiles: {
      junit: ({ id }, { path, content }) => reports.add(id, path, Readable.from(content)),
    },
    buildData: testsOfBuilds,
    addRoutes: ({ api }) =>
      registerTestRoutes(api, {
        buildTests,
        repoTests: new RepoTests({ db, thread, search }),
      }),
    jobs: { deleteUnusedNames: unusedNames },
    stop: () => reports.close(),
  };
};
