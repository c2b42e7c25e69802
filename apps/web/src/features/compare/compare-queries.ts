import { listUsualDurations } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export interface BuildAddress {
  namespace: string;
  name: string;
  build: number;
}

export function usualDurationsQuery(params: BuildAddress) {
  return queryOptions({
    queryKey: ['usual-durations', params],
    queryFn: ({ signal }) => callApi(listUsualDurations, { params, signal }),
    meta: { quiet: true },
  });
}
