import { getPipelineFile, getSourceFile } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export interface BuildPlace {
  namespace: string;
  name: string;
  build: number;
}

export function pipelineFileQuery(params: BuildPlace) {
  return queryOptions({
    queryKey: ['pipeline-file', params],
    queryFn: ({ signal }) => callApi(getPipelineFile, { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

/** Queries the file before conversion. It is missing if its commit no longer exists. */
export function sourceFileQuery(params: BuildPlace) {
  return queryOptions({
    queryKey: ['source-file', params],
    queryFn: ({ signal }) => callApi(getSourceFile, { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
