import type { Repo } from '@millrace/contract/api';
import { compareByActivity } from './repo-list-view.ts';

/**
 * Repositories that fit what was typed. With a slash the parts are looked for in namespace and
 * name, without one in the slug. Nothing typed finds nothing.
 */
export function searchRepos(repos: readonly Repo[], typed: string): Repo[] {
  const query = typed.trim().toLowerCase();
  if (!query) return [];
  return repos.filter((repo) => fits(repo, query)).sort(compareByActivity);
}

function fits({ namespace, name, slug }: Repo, query: string): boolean {
  const slash = query.indexOf('/');
  if (slash < 0) return slug.toLowerCase().includes(query);
  return (
    namespace.toLowerCase().includes(query.slice(0, slash).trim()) &&
    name.toLowerCase().includes(query.slice(slash + 1).trim())
  );
}
