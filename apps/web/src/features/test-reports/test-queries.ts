import {
  type Build,
  getBuildTest,
  getTestHistory,
  listBuildTests,
  listRepoTests,
  type RepoTestOrder,
  type TestFilter,
  type TestOrder,
  testPageSize,
} from '@millrace/contract/api';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { attemptOf, earlierAttempt } from '../../lib/attempt.ts';

export interface TestedRepo {
  namespace: string;
  name: string;
}

export interface TestListOptions {
  status?: TestFilter | undefined;
  sort: TestOrder;
  words: string;
}

/** Reads a page of the tests of a build. The key contains the test counts, so new results are fetched. */
export function buildTestsQuery(
  { namespace, name }: TestedRepo,
  build: Build,
  { status, sort, words }: TestListOptions,
  page: number,
) {
  const query = {
    ...attemptOf(earlierAttempt(build)),
    ...(status ? { status } : {}),
    ...(words ? { q: words } : {}),
    sort,
    page: String(page),
    per_page: String(testPageSize),
  };
  return queryOptions({
    queryKey: ['build-tests', `${namespace}/${name}`, build.number, build.tests, query],
    queryFn: ({ signal }) =>
      callApi(listBuildTests, { params: { namespace, name, build: build.number }, query, signal }),
    ...(page === 1 ? { placeholderData: keepPreviousData } : {}),
    meta: { quiet: true },
  });
}

export function failedTestsQuery(repo: TestedRepo, build: Build) {
  return buildTestsQuery(repo, build, { sort: 'status', words: '' }, 1);
}

export function buildTestQuery({ namespace, name }: TestedRepo, build: Build, test: number) {
  return queryOptions({
    queryKey: ['build-test', `${namespace}/${name}`, build.number, build.tests, test],
    queryFn: ({ signal }) =>
      callApi(getBuildTest, { params: { namespace, name, build: build.number, test }, signal }),
    meta: { quiet: true },
  });
}

export interface RepoTestListOptions {
  branch: string;
  words: string;
  sort: RepoTestOrder;
}

export function repoTestsQuery(
  { namespace, name }: TestedRepo,
  { branch, words, sort }: RepoTestListOptions,
) {
  const query = { ...(branch ? { branch } : {}), ...(words ? { q: words } : {}), sort };
  return infiniteQueryOptions({
    queryKey: ['repo-tests', `${namespace}/${name}`, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(listRepoTests, {
        params: { namespace, name },
        query: { ...query, page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ found }, pages) =>
      found > pages.length * testPageSize ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

export function testHistoryQuery({ namespace, name }: TestedRepo, test: number, branch: string) {
  return queryOptions({
    queryKey: ['test-history', `${namespace}/${name}`, test, branch],
    queryFn: ({ signal }) =>
      callApi(getTestHistory, {
        params: { namespace, name, test },
        query: branch ? { branch } : {},
        signal,
      }),
    meta: { quiet: true },
  });
}
