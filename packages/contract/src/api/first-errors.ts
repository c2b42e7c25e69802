import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './first-errors.schema.ts';

export type FirstError = z.infer<typeof schema.firstError>;

export const getFirstError = defineCall<typeof schema.getFirstError>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step/first-error',
);
