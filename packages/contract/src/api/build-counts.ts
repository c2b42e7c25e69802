import { z } from 'zod/mini';
import { buildFilter } from './build-filter.ts';
import { defineEndpoint } from './endpoint.ts';

const facet = z.array(z.object({ value: z.string(), count: z.number() }));

/**
 * How many builds are found, and what each of the other values of a key would find, the most frequent
 * ones first. Builds without a value, of no cron job for example, are not among them.
 */
const buildCounts = z.object({
  total: z.number(),
  /** Only this many of the newest builds were counted: there are more of them. */
  newest: z.optional(z.number()),
  by: z.object({
    status: facet,
    event: facet,
    branch: facet,
    author: facet,
    target: facet,
    cron: facet,
    /** Where the builds are those of several repositories. */
    repo: z.optional(facet),
  }),
});
export type BuildCounts = z.infer<typeof buildCounts>;

export const countBuilds = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/counts',
  access: 'read',
  summary: 'How many builds are looked for, and by status, event, branch and so on',
  query: buildFilter,
  output: buildCounts,
});

export const countFeedBuilds = defineEndpoint({
  method: 'GET',
  path: '/api/user/builds/feed/counts',
  access: 'session',
  summary: 'How many there are in the repositories of the account, and by status and so on',
  query: z.extend(buildFilter, { repo: z.optional(z.string()) }),
  output: buildCounts,
});
