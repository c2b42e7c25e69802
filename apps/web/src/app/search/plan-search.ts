import type { Repo } from '@millrace/contract/api';
import { searchRepos } from '../../features/repos/repo-search.ts';
import type { SearchQuery } from '../../features/search/search-query.ts';
import type { SearchedRepo, ServerSearch } from './use-found-groups.tsx';

/** Maximum number of repositories to search. Each one costs two requests. */
const maxRepos = 3;

interface PlanSearchProps {
  query: SearchQuery;
  inside: Repo | null;
  repos: readonly Repo[];
  /** Repository of the current page. */
  current: Repo | undefined;
}

/**
 * Decides which branches and builds to request from the server: those of the opened repository (`inside`);
 * otherwise those of the current repository, of repositories named with a slash, and of a repository that is
 * the only match.
 */
export function planSearch(props: PlanSearchProps): ServerSearch {
  const { query, inside, repos, current } = props;
  if (inside) return { repos: [{ repo: inside, text: query.text }], words: '', repoText: '' };
  if (query.text === '') return { repos: [], words: '', repoText: '' };
  const searched: SearchedRepo[] = current ? [{ repo: current, text: query.text }] : [];
  const found = searchRepos(repos, query.repo || query.text);
  const isClear = query.repo.includes('/') || found.length === 1;
  if (isClear && query.number === null) {
    for (const repo of found) {
      // If the query names the current repository explicitly, search it only for the rest of the text.
      const at = searched.findIndex((each) => each.repo.slug === repo.slug);
      if (at >= 0) searched.splice(at, 1);
      searched.push({ repo, text: query.rest });
    }
  }
  const isWords = query.repo === '' && query.number === null;
  return {
    repos: searched.slice(0, maxRepos),
    words: isWords ? query.text : '',
    repoText: query.repo || query.text,
  };
}
