import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './starter-pipelines.schema.ts';

export type StarterPipeline = z.infer<typeof schema.starterPipeline>;

export type ForeignPipeline = z.infer<typeof schema.foreignPipeline>;

export type StarterPipelines = z.infer<typeof schema.starterPipelines>;

export const getStarterPipelines = defineCall<typeof schema.getStarterPipelines>()(
  'GET',
  '/api/repos/:namespace/:name/starter-pipelines',
);

export const listFirstPipelines = defineCall<typeof schema.listFirstPipelines>()(
  'GET',
  '/api/user/starter-pipelines',
);
