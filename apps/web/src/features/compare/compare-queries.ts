import { getPipelineFile, listUsualDurations } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export interface BuildAddress {
  namespace: string;
  name: string;
  build: number;
}

export function pipelineFileQuery(params: BuildAddress) {
  return queryOptions({
    queryKey: ['pipeline-file', params],
    queryFn: ({ signal }) => callApi(getPipelineFile, { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

export function usualDurationsQuery(params: BuildAddress) {
  return queryOptions({
    queryKey: ['usual-durations', params],
    queryFn: ({ signal }) => callApi(listUsualDurations, { params, signal }),
    meta: { quiet: true },
  });
}
