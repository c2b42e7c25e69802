import { type Build, buildPageSize, getBuild, listBuilds } from '@millrace/contract/api';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export interface RepoName {
  namespace: string;
  name: string;
}

/** Paging ends with a page that is not full. */
export function buildListQuery({ namespace, name }: RepoName) {
  return infiniteQueryOptions({
    queryKey: ['builds', `${namespace}/${name}`, { page: 1, per_page: buildPageSize }],
    queryFn: ({ pageParam, signal }) =>
      callApi(listBuilds, {
        params: { namespace, name },
        query: { page: String(pageParam), per_page: String(buildPageSize) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last: Build[], pages) =>
      last.length < buildPageSize ? undefined : pages.length + 1,
  });
}

export function buildQuery({ namespace, name }: RepoName, build: number) {
  return queryOptions({
    queryKey: ['build', `${namespace}/${name}`, build],
    queryFn: ({ signal }) => callApi(getBuild, { params: { namespace, name, build }, signal }),
  });
}
