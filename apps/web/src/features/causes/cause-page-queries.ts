import {
  failurePageSize,
  getRepoCause,
  listCauseFailures,
  listCauses,
  listRepoCauses,
} from '@millrace/contract/api';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** Causes of a week in a repository, or in all repositories of the account. An empty week is the current one. */
export function causesOfWeekQuery(repo: RepoName | undefined, week: string) {
  const query = week ? { week } : {};
  return queryOptions({
    queryKey: ['causes-of-week', repo ? `${repo.namespace}/${repo.name}` : '', week],
    queryFn: ({ signal }) =>
      repo
        ? callApi(listRepoCauses, {
            params: { namespace: repo.namespace, name: repo.name },
            query,
            signal,
          })
        : callApi(listCauses, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

export function repoCauseQuery({ namespace, name }: RepoName, cause: number) {
  return queryOptions({
    queryKey: ['cause', `${namespace}/${name}`, cause],
    queryFn: ({ signal }) => callApi(getRepoCause, { params: { namespace, name, cause }, signal }),
    meta: { quiet: true },
  });
}

export function causeFailuresQuery({ namespace, name }: RepoName, cause: number) {
  return infiniteQueryOptions({
    queryKey: ['cause-failures', `${namespace}/${name}`, cause],
    queryFn: ({ pageParam, signal }) =>
      callApi(listCauseFailures, {
        params: { namespace, name, cause },
        query: { page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.length < failurePageSize ? undefined : pages.length + 1,
    meta: { quiet: true },
  });
}
