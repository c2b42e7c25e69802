import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './logs.schema.ts';

export type Line = z.infer<typeof schema.line>;

export const getLogs = defineCall<typeof schema.getLogs>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step',
);

export const deleteLogs = defineCall<typeof schema.deleteLogs>()(
  'DELETE',
  '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step',
);
