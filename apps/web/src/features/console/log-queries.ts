import { getLogs } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

/** Which log: its address in full. */
export interface LogAddress {
  namespace: string;
  name: string;
  build: number;
  stage: number;
  step: number;
}

export function logQuery(address: LogAddress) {
  return queryOptions({
    queryKey: ['log', address],
    queryFn: ({ signal }) => callApi(getLogs, { params: { ...address }, signal }),
    // The log of a step that is over does not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
