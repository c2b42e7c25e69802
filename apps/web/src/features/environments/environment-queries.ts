import { buildPageSize, getEnvironment, listBuilds, listNewCommits } from '@millrace/contract/api';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** Key of everything that changes with the builds of an environment. */
export function environmentKey({ namespace, name }: RepoName, target: string) {
  return ['environment', `${namespace}/${name}`, target];
}

export function environmentQuery({ namespace, name }: RepoName, target: string) {
  return queryOptions({
    queryKey: [...environmentKey({ namespace, name }, target), 'state'],
    queryFn: ({ signal }) =>
      callApi(getEnvironment, { params: { namespace, name }, query: { target }, signal }),
  });
}

/** Deployments to an environment, newest first. A page that is not full is the last one. */
export function deploymentHistoryQuery({ namespace, name }: RepoName, target: string) {
  return infiniteQueryOptions({
    queryKey: [...environmentKey({ namespace, name }, target), 'history'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listBuilds, {
        params: { namespace, name },
        query: { target, page: String(pageParam), per_page: String(buildPageSize) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < buildPageSize ? undefined : pages.length + 1),
  });
}

/** Commits of a build that an earlier one does not have. They never change. */
export function newCommitsQuery({ namespace, name }: RepoName, build: number, since: number) {
  return queryOptions({
    queryKey: ['new-commits', `${namespace}/${name}`, build, since],
    queryFn: ({ signal }) =>
      callApi(listNewCommits, {
        params: { namespace, name, build },
        query: { since: String(since) },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    // The section shows the error.
    meta: { quiet: true },
  });
}
