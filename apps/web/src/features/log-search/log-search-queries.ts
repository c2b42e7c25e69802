import { type Build, searchLogs } from '@millrace/contract/api';
import type { LogQuery } from '@millrace/contract/log-pattern';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { attemptOf } from '../../lib/attempt.ts';

export interface SearchedBuild {
  namespace: string;
  name: string;
  /** The attempt of the build; undefined for its newest. */
  attempt?: number | undefined;
}

/** Asked again when the build comes to its end; what was found before stays until there is an answer. */
export function logSearchQuery(
  { namespace, name, attempt }: SearchedBuild,
  { number, status }: Pick<Build, 'number' | 'status'>,
  { text, isRegExp, matchesCase }: LogQuery,
) {
  const query = {
    ...{ q: text, regexp: String(isRegExp), case: String(matchesCase) },
    ...attemptOf(attempt),
  };
  return queryOptions({
    queryKey: ['log-search', `${namespace}/${name}`, number, status, query],
    queryFn: ({ signal }) =>
      callApi(searchLogs, { params: { namespace, name, build: number }, query, signal }),
    placeholderData: keepPreviousData,
    enabled: text !== '',
    // The panel says it.
    meta: { quiet: true },
  });
}
