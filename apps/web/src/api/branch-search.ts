import { listBranches } from '@millrace/contract/api';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasText } from '../lib/has-text.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { callApi } from './call-api.ts';

interface RepoName {
  namespace: string;
  name: string;
}

/** Returns the common prefix of the query keys of all branch searches in a repository. */
export function branchSearchKey({ namespace, name }: RepoName) {
  return ['branch-search', `${namespace}/${name}`];
}

/** Finds branches whose name contains the text, each with its latest build. The default branch comes first. */
export function branchSearchQuery(repo: RepoName, text: string, limit: number) {
  const { namespace, name } = repo;
  const query = { ...(text ? { q: text } : {}), per_page: String(limit) };
  return queryOptions({
    queryKey: [...branchSearchKey(repo), query],
    queryFn: async ({ signal }) => {
      const branches = await callApi(listBranches, { params: { namespace, name }, query, signal });
      // Servers without branch search return all branches.
      return branches.filter(({ target }) => hasText(target, text)).slice(0, limit);
    },
  });
}

const maxSuggestions = 50;

/** Suggests branches of a repository for a combobox. Loads none before it opens. */
export function useBranchSuggestions(repo: RepoName | null) {
  const [search, setSearch] = useState<string | null>(null);
  const text = useDebounced(search?.trim() ?? '');
  const { data } = useQuery({
    ...branchSearchQuery(repo ?? { namespace: '', name: '' }, text, maxSuggestions),
    enabled: repo !== null && search !== null,
    placeholderData: keepPreviousData,
  });
  const names = [...new Set(data?.map(({ target }) => target))];
  // Filter by the current text at once, because the response may be for an earlier one.
  const options = names.filter((name) => hasText(name, search?.trim() ?? ''));
  return { options, onSearch: setSearch };
}
