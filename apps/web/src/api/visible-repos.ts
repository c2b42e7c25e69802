import { listVisibleRepos } from '@millrace/contract/api';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './call-api.ts';

const pageSize = 50;
const maxFound = 5;

/** Queries the repositories of others that every account may read, page by page. */
export function visibleReposQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ['visible-repos', q],
    queryFn: ({ pageParam, signal }) =>
      callApi(listVisibleRepos, {
        query: { ...(q && { q }), page: String(pageParam), per_page: String(pageSize) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < pageSize ? undefined : pages.length + 1),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

/** Queries the first few of them, for a search. */
export function visibleRepoSearchQuery(q: string) {
  return queryOptions({
    queryKey: ['visible-repo-search', q],
    queryFn: ({ signal }) =>
      callApi(listVisibleRepos, { query: { q, per_page: String(maxFound) }, signal }),
    // The command palette shows the error.
    meta: { quiet: true },
  });
}
