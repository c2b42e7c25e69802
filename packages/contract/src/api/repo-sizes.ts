import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './repo-sizes.schema.ts';

/** Maximum number of repositories in one response. */
export const maxRepoPage = 1000;

export type RepoSize = z.infer<typeof schema.repoSize>;

export type RepoSummary = z.infer<typeof schema.repoSummary>;

export type RepoSummaries = z.infer<typeof schema.repoSummaries>;

export const listRepoSummaries = defineCall<typeof schema.listRepoSummaries>()(
  'GET',
  '/api/system/repos',
);
