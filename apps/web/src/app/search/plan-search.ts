import type { Repo } from '@millrace/contract/api';
import { searchRepos } from '../../features/repos/repo-search.ts';
import type { SearchQuery } from '../../features/search/search-query.ts';
import type { SearchedRepo, ServerSearch } from './use-found-groups.tsx';

/** Repositories that are searched at most: each one is two calls. */
const maxRepos = 3;

interface WhatToSearchProps {
  query: SearchQuery;
  inside: Repo | null;
  repos: readonly Repo[];
  /** Repository in view. */
  current: Repo | undefined;
}

/**
 * Decides which branches and builds the server is asked for: those of the repository that is looked into;
 * otherwise those of the repository in view, of repositories that are named with a slash, and of the only one
 * that was found.
 */
export function whatToSearch(props: WhatToSearchProps): ServerSearch {
  const { query, inside, repos, current } = props;
  if (inside) return { repos: [{ repo: inside, text: query.text }], words: '' };
  if (query.text === '') return { repos: [], words: '' };
  const searched: SearchedRepo[] = current ? [{ repo: current, text: query.text }] : [];
  const found = searchRepos(repos, query.repo || query.text);
  const isClear = query.repo.includes('/') || found.length === 1;
  if (isClear && query.number === null) {
    for (const repo of found) {
      // Named outright, the repository in view is searched for the rest of the text alone.
      const at = searched.findIndex((each) => each.repo.slug === repo.slug);
      if (at >= 0) searched.splice(at, 1);
      searched.push({ repo, text: query.rest });
    }
  }
  const isWords = query.repo === '' && query.number === null;
  return { repos: searched.slice(0, maxRepos), words: isWords ? query.text : '' };
}
