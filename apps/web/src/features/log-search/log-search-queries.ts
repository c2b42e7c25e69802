import { type Build, searchLogs } from '@millrace/contract/api';
import type { LogQuery } from '@millrace/contract/log-pattern';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { attemptOf } from '../../lib/attempt.ts';

export interface SearchedBuild {
  namespace: string;
  name: string;
  /** Attempt of the build; undefined for the newest. */
  attempt?: number | undefined;
}

/**
 * Queries a log search. It is repeated when the status of the build changes; previous results stay until the
 * response.
 */
export function logSearchQuery(
  { namespace, name, attempt }: SearchedBuild,
  { number, status }: Pick<Build, 'number' | 'status'>,
  { text, isRegExp, matchesCase }: LogQuery,
) {
  const query = {
    q: text,
    regexp: String(isRegExp),
    case: String(matchesCase),
    ...attemptOf(attempt),
  };
  return queryOptions({
    queryKey: ['log-search', `${namespace}/${name}`, number, status, query],
    queryFn: ({ signal }) =>
      callApi(searchLogs, { params: { namespace, name, build: number }, query, signal }),
    placeholderData: keepPreviousData,
    enabled: text !== '',
    // The panel shows the error.
    meta: { quiet: true },
  });
}
