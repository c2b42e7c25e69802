import {
  type Build,
  buildPageSize,
  getBuild,
  listBranches,
  listBuilds,
  listDeployments,
} from '@millrace/contract/api';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { servedConfig } from '../lib/page-config.ts';
import { callApi } from './call-api.ts';

export interface RepoName {
  namespace: string;
  name: string;
}

/** A page that is not full is the last one. */
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

/** Reads an earlier attempt of a build, which no longer changes. */
export function attemptQuery({ namespace, name }: RepoName, build: number, attempt: number) {
  return queryOptions({
    queryKey: ['attempt', `${namespace}/${name}`, build, attempt],
    queryFn: ({ signal }) =>
      callApi(getBuild, {
        params: { namespace, name, build },
        query: { attempt: String(attempt) },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function branchesQuery({ namespace, name }: RepoName) {
  const query = servedConfig?.extras ? { state: 'true' as const } : {};
  return queryOptions({
    queryKey: ['branches', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(listBranches, { params: { namespace, name }, query, signal }),
  });
}

export function deploymentsQuery({ namespace, name }: RepoName) {
  return queryOptions({
    queryKey: ['deployments', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(listDeployments, { params: { namespace, name }, signal }),
  });
}
