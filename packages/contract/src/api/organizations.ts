import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './organizations.schema.ts';

/** Number of the newest builds of each repository that its health is about. */
export const healthBuilds = 50;

/** Maximum number of repositories of an organization in one answer, in the order of their names. */
export const maxHealthRepos = 500;

export type RepoHealth = z.infer<typeof schema.repoHealth>;

export const getOrganizationHealth = defineCall<typeof schema.getOrganizationHealth>()(
  'GET',
  '/api/organizations/:namespace/health',
);
