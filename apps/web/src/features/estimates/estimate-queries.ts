import { listEstimates, listRepoEstimates } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

/** Other builds start and end meanwhile. */
const refreshMs = 15_000;

/** Estimates of a repository's unfinished builds. */
export function repoEstimatesQuery(slug: string) {
  const [namespace = '', name = ''] = slug.split('/');
  return queryOptions({
    queryKey: ['estimates', slug],
    queryFn: ({ signal }) => callApi(listRepoEstimates, { params: { namespace, name }, signal }),
    refetchInterval: refreshMs,
    retry: false,
    meta: { quiet: true },
  });
}

/** Estimated ends of the unfinished builds of all repositories. */
export function estimatesQuery() {
  return queryOptions({
    queryKey: ['estimates'],
    queryFn: ({ signal }) => callApi(listEstimates, { signal }),
    refetchInterval: refreshMs,
    retry: false,
    meta: { quiet: true },
  });
}
