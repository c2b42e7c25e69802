import type { Repo } from '@millrace/contract/api';
import { buildStatus, type ShownStatus } from '../../domain-ui/shown-status.ts';

type RepoSort = 'activity' | 'name';

export interface RepoFilters {
  activeOnly: boolean;
  /** Only repositories whose default branch is red. */
  redOnly: boolean;
  sort: RepoSort;
  /** Empty for all organisations. */
  organization: string;
  text: string;
}

export const repoPageSize = 50;
export const recentCount = 6;

/** Sorts active repositories first, then by newest build, then by slug. */
export function compareByActivity(a: Repo, b: Repo): number {
  return (
    Number(b.active) - Number(a.active) ||
    (b.build?.created ?? 0) - (a.build?.created ?? 0) ||
    compareText(a.slug, b.slug)
  );
}

function compareByName(a: Repo, b: Repo): number {
  return compareText(a.slug, b.slug);
}

export function filterRepos(
  repos: readonly Repo[],
  filters: RepoFilters,
  isRed: (slug: string) => boolean,
): Repo[] {
  const text = filters.text.trim().toLowerCase();
  return repos
    .filter(
      (repo) =>
        (!filters.activeOnly || repo.active) &&
        (!filters.redOnly || (repo.active && isRed(repo.slug))) &&
        (!filters.organization || repo.namespace === filters.organization) &&
        repo.slug.toLowerCase().includes(text),
    )
    .sort(filters.sort === 'name' ? compareByName : compareByActivity);
}

export function recentRepos(repos: readonly Repo[]): Repo[] {
  return repos
    .filter((repo) => repo.build)
    .sort(compareByActivity)
    .slice(0, recentCount);
}

export function organizationsOf(repos: readonly Repo[]): string[] {
  return [...new Set(repos.map((repo) => repo.namespace))].sort(compareText);
}

export function repoStatus(repo: Repo): ShownStatus {
  return repo.active && repo.build ? buildStatus(repo.build) : 'inactive';
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
