import type { z } from 'zod/mini';
import type * as schema from './durations.schema.ts';
import { defineCall } from './endpoint.ts';

export type UsualDuration = z.infer<typeof schema.usualDuration>;

export const listUsualDurations = defineCall<typeof schema.listUsualDurations>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/durations',
);
