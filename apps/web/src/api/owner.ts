import type { RepoName } from './build-queries.ts';

/** Owner of secrets and registry credentials: a repository, an organization, or the whole server. */
export type Owner = { repo: RepoName } | { namespace: string } | 'server';

/** Returns the kind and the name of an owner, which distinguish it in the query cache. The server has no name. */
export function describeOwner(owner: Owner): { kind: 'repo' | 'org' | 'server'; owner: string } {
  if (owner === 'server') return { kind: 'server', owner: '' };
  return 'repo' in owner
    ? { kind: 'repo', owner: `${owner.repo.namespace}/${owner.repo.name}` }
    : { kind: 'org', owner: owner.namespace };
}
