import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './estimates.schema.ts';

export type Estimate = z.infer<typeof schema.estimate>;

export type BuildEstimate = z.infer<typeof schema.buildEstimate>;

export const listRepoEstimates = defineCall<typeof schema.listRepoEstimates>()(
  'GET',
  '/api/repos/:namespace/:name/estimates',
);

export const listEstimates = defineCall<typeof schema.listEstimates>()('GET', '/api/estimates');
