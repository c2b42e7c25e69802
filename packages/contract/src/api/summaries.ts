import { defineCall } from './endpoint.ts';
import type * as schema from './summaries.schema.ts';

/** Maximum size of a step summary, in bytes of UTF-8. */
export const maxSummaryBytes = 128 * 1024;

export const getSummary = defineCall<typeof schema.getSummary>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/summaries/:stage/:step',
);
