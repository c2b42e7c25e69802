import type { Repo } from '@millrace/contract/api';
import type { RepoEvent } from '@millrace/contract/stream';

/**
 * Replaces the event's repository in a list, unless the list has a newer build or a newer state of the same
 * build, or it is a build of a bisection, whose commit is old. Does not add repositories.
 */
export function updateRepoList(repos: Repo[], event: RepoEvent): Repo[] {
  const index = repos.findIndex((repo) => repo.slug === event.slug);
  const entry = repos[index];
  if (!entry || event.build.bisection || !isCurrent(entry, event)) return repos;
  return repos.with(index, { ...entry, ...event, build: event.build });
}

/** Applies an event to a repository. Keeps its permissions, which events do not include. */
export function updateRepo(repo: Repo, event: RepoEvent): Repo {
  if (repo.slug !== event.slug || repo.counter > event.build.number) return repo;
  return { ...repo, counter: Math.max(repo.counter, event.build.number) };
}

function isCurrent(entry: Repo, { build }: RepoEvent): boolean {
  if (!entry.build || entry.build.number < build.number) return true;
  return entry.build.number === build.number && (entry.build.version ?? 0) <= (build.version ?? 0);
}
