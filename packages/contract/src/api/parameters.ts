import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './parameters.schema.ts';

export type BuildParameter = z.infer<typeof schema.buildParameter>;

export const listBuildParameters = defineCall<typeof schema.listBuildParameters>()(
  'GET',
  '/api/repos/:namespace/:name/builds/parameters',
);
