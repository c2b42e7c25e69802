import type { Repo } from '@millrace/contract/api';
import { compareByActivity } from './repo-list-view.ts';

/**
 * Finds repositories by the typed text. If it contains a slash, its parts are searched in namespace and name,
 * otherwise the text is searched in the slug. An empty text finds nothing.
 */
export function searchRepos(repos: readonly Repo[], typed: string): Repo[] {
  const query = typed.trim().toLowerCase();
  if (!query) return [];
  return repos.filter((repo) => matches(repo, query)).sort(compareByActivity);
}

function matches({ namespace, name, slug }: Repo, query: string): boolean {
  const slash = query.indexOf('/');
  if (slash < 0) return slug.toLowerCase().includes(query);
  return (
    namespace.toLowerCase().includes(query.slice(0, slash).trim()) &&
    name.toLowerCase().includes(query.slice(slash + 1).trim())
  );
}
