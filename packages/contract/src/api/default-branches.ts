import type { z } from 'zod/mini';
import type * as schema from './default-branches.schema.ts';
import { defineCall } from './endpoint.ts';

export type DefaultBranch = z.infer<typeof schema.defaultBranch>;

export const listDefaultBranches = defineCall<typeof schema.listDefaultBranches>()(
  'GET',
  '/api/user/repos/branches',
);
