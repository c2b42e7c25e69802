import {
  type Build,
  getBisection,
  getBisectionRange,
  getBisectionSettings,
  listBisections,
  type NewBisection,
} from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** A run is stored shortly after the event of its build. */
const refetchMs = 3000;

/** Bisections of a repository, newest first. */
export function bisectionsQuery({ namespace, name }: RepoName) {
  return queryOptions({
    queryKey: ['bisections', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(listBisections, { params: { namespace, name }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'running') ? refetchMs : false,
    meta: { quiet: true },
  });
}

/** Bisections that were started for a build. */
export function bisectionsOfBuildQuery({ namespace, name }: RepoName, { number }: Build) {
  return queryOptions({
    queryKey: ['bisections', `${namespace}/${name}`, number],
    queryFn: ({ signal }) =>
      callApi(listBisections, {
        params: { namespace, name },
        query: { build: String(number) },
        signal,
      }),
    retry: false,
    meta: { quiet: true },
  });
}

/** Number of commits that a search for a failed step would search. */
export function bisectionRangeQuery({ namespace, name }: RepoName, place: NewBisection) {
  return queryOptions({
    queryKey: ['bisection-range', `${namespace}/${name}`, place],
    queryFn: ({ signal }) =>
      callApi(getBisectionRange, { params: { namespace, name, ...place }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
}

export function bisectionQuery({ namespace, name }: RepoName, bisection: number) {
  return queryOptions({
    queryKey: ['bisection', `${namespace}/${name}`, bisection],
    queryFn: ({ signal }) =>
      callApi(getBisection, { params: { namespace, name, bisection }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? refetchMs : false),
    meta: { quiet: true },
  });
}

export function bisectionSettingsQuery({ namespace, name }: RepoName) {
  return queryOptions({
    queryKey: ['bisection-settings', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(getBisectionSettings, { params: { namespace, name }, signal }),
    meta: { quiet: true },
  });
}
