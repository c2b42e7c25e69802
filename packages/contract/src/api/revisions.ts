import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './revisions.schema.ts';

export type Revisions = z.infer<typeof schema.revisions>;

export const listRevisions = defineCall<typeof schema.listRevisions>()(
  'GET',
  '/api/repos/:namespace/:name/revisions',
);
