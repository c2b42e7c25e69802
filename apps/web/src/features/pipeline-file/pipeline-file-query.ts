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

/** The file before its conversion; the commit, and so the file, may be gone. */
export function sourceFileQuery(params: BuildPlace) {
  return queryOptions({
    queryKey: ['source-file', params],
    queryFn: ({ signal }) => callApi(getSourceFile, { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
