import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './incomplete-builds.schema.ts';

export const listIncompleteBuilds = defineCall<typeof schema.listIncompleteBuilds>()(
  'GET',
  '/api/builds/incomplete',
);

export type RepoBuildStage = z.infer<typeof schema.repoBuildStage>;

export const listIncompleteStages = defineCall<typeof schema.listIncompleteStages>()(
  'GET',
  '/api/builds/incomplete/v2',
);
