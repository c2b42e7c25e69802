import { z } from 'zod/mini';
import { buildCounts, buildFilter } from './build-filter.ts';
import { defineEndpoint } from './endpoint.ts';
import { repoWithBuild } from './repos.ts';

/** `repo` is `namespace/name`. */
const feedFilter = z.extend(buildFilter, { repo: z.optional(z.string()) });
export type FeedFilter = z.input<typeof feedFilter>;

export const listFeedBuilds = defineEndpoint({
  method: 'GET',
  path: '/api/user/builds/feed',
  access: 'session',
  summary: 'The builds of all repositories of the account that are looked for, newest first',
  query: z.extend(feedFilter, {
    page: z.optional(z.string()),
    per_page: z.optional(z.string()),
  }),
  output: z.array(repoWithBuild),
});

export const countFeedBuilds = defineEndpoint({
  method: 'GET',
  path: '/api/user/builds/feed/counts',
  access: 'session',
  summary: 'How many there are of these, and by status, event, branch and so on',
  query: feedFilter,
  output: buildCounts,
});
