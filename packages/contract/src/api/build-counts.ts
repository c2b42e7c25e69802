import type { z } from 'zod/mini';
import type * as schema from './build-counts.schema.ts';
import { defineCall } from './endpoint.ts';

export type BuildCounts = z.infer<typeof schema.buildCounts>;

export const countBuilds = defineCall<typeof schema.countBuilds>()(
  'GET',
  '/api/repos/:namespace/:name/builds/counts',
);

export const countFeedBuilds = defineCall<typeof schema.countFeedBuilds>()(
  'GET',
  '/api/user/builds/feed/counts',
);
