import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './owner-limits.schema.ts';

export type OwnerLimits = z.infer<typeof schema.ownerLimits>;

export type NewOwnerLimits = z.infer<typeof schema.newOwnerLimits>;

export const listOwnerLimits = defineCall<typeof schema.listOwnerLimits>()(
  'GET',
  '/api/system/owner-limits',
);

const path = '/api/system/owner-limits/:namespace';

export const setOwnerLimits = defineCall<typeof schema.setOwnerLimits>()('PUT', path);

export const deleteOwnerLimits = defineCall<typeof schema.deleteOwnerLimits>()('DELETE', path);

export const getOwnerLimits = defineCall<typeof schema.getOwnerLimits>()(
  'GET',
  '/api/organizations/:namespace/limits',
);
