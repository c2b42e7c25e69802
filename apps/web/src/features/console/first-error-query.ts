import { type Build, getFirstError } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import type { LogAddress } from './engine/open-log.ts';

/** Queries the first error of a failed step. The server knows it before the page has loaded all lines. */
export function firstErrorQuery({ attempt, ...params }: LogAddress, build: Build) {
  return queryOptions({
    queryKey: ['first-error', params, build.attempt],
    queryFn: ({ signal }) => {
      const query = attempt ? { attempt: String(attempt) } : {};
      return callApi(getFirstError, { params, query, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
