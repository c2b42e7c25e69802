import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './usage.schema.ts';

/** Ways to group the use of runners. */
export const usageGroups = ['namespace', 'repo', 'person', 'runner', 'labels', 'day'] as const;
export type UsageGroup = (typeof usageGroups)[number];

export type Usage = z.infer<typeof schema.usage>;

export const getUsage = defineCall<typeof schema.getUsage>()('GET', '/api/system/usage');

export const getOrganizationUsage = defineCall<typeof schema.getOrganizationUsage>()(
  'GET',
  '/api/organizations/:namespace/usage',
);
