import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './priorities.schema.ts';

/** Maximum number of rules of a repository about priorities. */
export const maxPriorityRules = 50;

export type RepoPriority = z.infer<typeof schema.repoPriority>;

export type PriorityRule = z.infer<typeof schema.priorityRule>;

const path = '/api/repos/:namespace/:name/priority';

export const getRepoPriority = defineCall<typeof schema.getRepoPriority>()('GET', path);

export const setRepoPriority = defineCall<typeof schema.setRepoPriority>()('PUT', path);

export const prioritizeBuild = defineCall<typeof schema.prioritizeBuild>()(
  'POST',
  '/api/repos/:namespace/:name/builds/:build/priority',
);
