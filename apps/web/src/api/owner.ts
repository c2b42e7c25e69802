import type { RepoName } from './build-queries.ts';

/** Owner of secrets and registry credentials: a repository, an organization, or the whole server. */
export type Owner = { repo: RepoName } | { namespace: string } | 'server';
