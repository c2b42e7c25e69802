import { listBuilds, listFeedBuilds } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import type { FoundBuild } from './build-filter.ts';
import type { Scope } from './found-build-queries.ts';

const maxFound = 5;

/** Queries the newest builds with these words; all builds if there are no words. */
export function buildSearchQuery(scope: Scope, words: string) {
  const query = { ...(words ? { q: words } : {}), page: '1', per_page: String(maxFound) };
  return queryOptions({
    queryKey: ['build-search', scope, query],
    queryFn: async ({ signal }): Promise<FoundBuild[]> => {
      if (scope === 'all') {
        const repos = await callApi(listFeedBuilds, { query, signal });
        return repos.map(({ slug, build }) => ({ slug, build })).slice(0, maxFound);
      }
      const { namespace, name } = scope;
      const builds = await callApi(listBuilds, { params: { namespace, name }, query, signal });
      return builds.map((build) => ({ slug: `${namespace}/${name}`, build }));
    },
    // The command palette shows the error.
    meta: { quiet: true },
  });
}
