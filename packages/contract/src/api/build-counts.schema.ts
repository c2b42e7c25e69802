import { z } from 'zod/mini';
import { buildFilter } from './build-filter.schema.ts';
import { defineDetails } from './endpoint.ts';

const facet = z.array(z.object({ value: z.string(), count: z.number() }));

/**
 * Number of matching builds, and for each filter key the number of builds for every other value, most
 * frequent first. Builds without a value, such as builds without a cron job, are left out.
 */
export const buildCounts = z.object({
  total: z.number(),
  /** Present if only this many of the newest builds were counted, because more exist. */
  newest: z.optional(z.number()),
  by: z.object({
    status: facet,
    event: facet,
    branch: facet,
    author: facet,
    target: facet,
    cron: facet,
    /** Present if the builds belong to several repositories. */
    repo: z.optional(facet),
  }),
});

export const countBuilds = defineDetails({
  access: 'read',
  summary: 'Count the matching builds of a repository, in total and by status, event, branch, …',
  query: buildFilter,
  output: buildCounts,
});

export const countFeedBuilds = defineDetails({
  access: 'session',
  summary:
    'Count the matching builds in all repositories of the account, in total and by status, event, branch, …',
  query: z.extend(buildFilter, {
    repo: z.optional(z.string()),
    visible: z.optional(z.literal('true')),
  }),
  output: buildCounts,
});
