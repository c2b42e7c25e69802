import {
  type Build,
  buildPageSize,
  countBuilds,
  countFeedBuilds,
  listBuilds,
  listFeedBuilds,
} from '@millrace/contract/api';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { type BuildFilter, type FoundBuild, toQuery } from './build-filter.ts';

/** Search scope: one repository, or all repositories in the account's list. */
export type Scope = RepoName | 'all';

/** Queries builds by page. A page that is not full is the last one. */
export function foundBuildsQuery(scope: Scope, filter: BuildFilter) {
  return infiniteQueryOptions({
    queryKey: ['found-builds', scope, filter],
    queryFn: ({ pageParam, signal }) =>
      readPage(scope, filter, { page: String(pageParam), per_page: String(buildPageSize) }, signal),
    initialPageParam: 1,
    getNextPageParam: (last: FoundBuild[], pages) =>
      last.length < buildPageSize ? undefined : pages.length + 1,
    placeholderData: keepPreviousData,
  });
}

async function readPage(
  scope: Scope,
  filter: BuildFilter,
  page: { page: string; per_page: string },
  signal: AbortSignal,
): Promise<FoundBuild[]> {
  const query = { ...toQuery(filter), ...page };
  if (scope === 'all') {
    const repos = await callApi(listFeedBuilds, { query, signal });
    return repos.map(({ slug, build }) => ({ slug, build }));
  }
  const slug = `${scope.namespace}/${scope.name}`;
  const builds = await callApi(listBuilds, { params: { ...scope }, query, signal });
  return builds.map((build) => ({ slug, build }));
}

/** Reads the builds that match the filter, newest first, up to a limit. */
export async function readAllBuilds(
  repo: RepoName,
  filter: BuildFilter,
  limit: number,
): Promise<Build[]> {
  const { signal } = new AbortController();
  const found = new Map<number, Build>();
  for (let page = 1; found.size < limit; page++) {
    const place = { page: String(page), per_page: String(buildPageSize) };
    const builds = await readPage(repo, filter, place, signal);
    // A build moves to the next page when a new one begins.
    for (const { build } of builds) found.set(build.number, build);
    if (builds.length < buildPageSize) break;
  }
  return [...found.values()].slice(0, limit);
}

export function buildCountsQuery(scope: Scope, filter: BuildFilter) {
  const query = toQuery(filter);
  return queryOptions({
    queryKey: ['build-counts', scope, filter],
    queryFn: ({ signal }) =>
      scope === 'all'
        ? callApi(countFeedBuilds, { query, signal })
        : callApi(countBuilds, { params: { ...scope }, query, signal }),
    placeholderData: keepPreviousData,
    // The list shows the error.
    meta: { quiet: true },
  });
}
