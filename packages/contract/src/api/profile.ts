import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './profile.schema.ts';

export type Profile = z.infer<typeof schema.profile>;

export const updateCurrentUser = defineCall<typeof schema.updateCurrentUser>()(
  'PATCH',
  '/api/user',
);
