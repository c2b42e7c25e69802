import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './environments.schema.ts';

export type Environment = z.infer<typeof schema.environment>;

export type NewCommits = z.infer<typeof schema.newCommits>;

/** The name is in the query: a path cannot contain `..`. */
export const getEnvironment = defineCall<typeof schema.getEnvironment>()(
  'GET',
  '/api/repos/:namespace/:name/environment',
);

export const listNewCommits = defineCall<typeof schema.listNewCommits>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/commits',
);
