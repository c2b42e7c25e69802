import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './policies.schema.ts';

/** Number of the newest builds that a preview judges. */
export const previewedBuilds = 50;
/** Maximum number of policies of a server. */
export const maxPolicies = 100;

export type NewPolicy = z.infer<typeof schema.newPolicy>;

export type Policy = z.infer<typeof schema.policy>;

export type PolicyPreview = z.infer<typeof schema.policyPreview>;

const path = '/api/system/policies';

export const listPolicies = defineCall<typeof schema.listPolicies>()('GET', path);

export const setPolicy = defineCall<typeof schema.setPolicy>()('PUT', `${path}/:policy`);

export const deletePolicy = defineCall<typeof schema.deletePolicy>()('DELETE', `${path}/:policy`);

export const previewPolicy = defineCall<typeof schema.previewPolicy>()(
  'POST',
  '/api/system/policy-preview',
);
