import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './retention.schema.ts';

const path = '/api/repos/:namespace/:name/retention' as const;

/** Limits by name: ages in days and numbers of builds; 0 means no limit. */
export type RetentionValues = z.infer<typeof schema.limits>;

export type RetentionState = z.infer<typeof schema.retentionState>;

export type RetentionBody = z.infer<typeof schema.retentionBody>;

/** Data that retention would delete. Data of deleted builds counts for its own kind, too. */
export type RetentionPreview = z.infer<typeof schema.retentionPreview>;

export const getRetention = defineCall<typeof schema.getRetention>()('GET', path);

export const putRetention = defineCall<typeof schema.putRetention>()('PUT', path);

export const patchRetention = defineCall<typeof schema.patchRetention>()('PATCH', path);

export const previewRetention = defineCall<typeof schema.previewRetention>()(
  'GET',
  `${path}/preview`,
);

export const previewServerRetention = defineCall<typeof schema.previewServerRetention>()(
  'GET',
  '/api/retention/preview',
);
