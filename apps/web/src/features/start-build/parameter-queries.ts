import { listBuildParameters } from '@millrace/contract/api';
import type { ParameterEvent } from '@millrace/contract/vocabulary';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

interface ParametersOf {
  event: ParameterEvent;
  branch?: string;
  commit?: string;
  build?: string;
}

/** Reads the parameters that the pipeline file declares. If they cannot be read, a build cannot start either. */
export function parametersQuery({ namespace, name }: RepoName, wanted: ParametersOf) {
  return queryOptions({
    queryKey: ['parameters', `${namespace}/${name}`, wanted],
    queryFn: ({ signal }) =>
      callApi(listBuildParameters, { params: { namespace, name }, query: { ...wanted }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
}
