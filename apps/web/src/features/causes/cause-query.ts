import { type Build, listBuildCauses } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** Causes are recognized some seconds after the end of a build. */
const recheckMs = 5000;
const maxChecks = 6;

/** Queries the causes of a build's failed steps. Servers without causes answer with an error, which is ignored. */
export function buildCausesQuery({ namespace, name }: RepoName, { number, attempt }: Build) {
  return queryOptions({
    queryKey: ['causes', `${namespace}/${name}`, number, attempt],
    queryFn: ({ signal }) =>
      callApi(listBuildCauses, { params: { namespace, name, build: number }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.length === 0 && dataUpdateCount < maxChecks ? recheckMs : false,
    retry: false,
    meta: { quiet: true },
  });
}
