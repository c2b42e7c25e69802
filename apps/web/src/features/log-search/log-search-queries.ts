import { type Build, searchLogs } from '@millrace/contract/api';
import type { LogQuery } from '@millrace/contract/log-pattern';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

/** Asked again when the build comes to its end; what was found before stays until there is an answer. */
export function logSearchQuery(
  { namespace, name }: { namespace: string; name: string },
  { number, status }: Pick<Build, 'number' | 'status'>,
  { text, isRegExp, matchesCase }: LogQuery,
) {
  const query = { q: text, regexp: String(isRegExp), case: String(matchesCase) };
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
