import { getSystemStatus, listSettings } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

/** Each request checks all dependencies, so it is made less often than those of other pages. */
const refreshMs = 10_000;

export const systemStatusQuery = queryOptions({
  queryKey: ['system', 'status'],
  queryFn: ({ signal }) => callApi(getSystemStatus, { signal }),
  refetchInterval: refreshMs,
});

export const settingsQuery = queryOptions({
  queryKey: ['system', 'settings'],
  queryFn: ({ signal }) => callApi(listSettings, { signal }),
});
