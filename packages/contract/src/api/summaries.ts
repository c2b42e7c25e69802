import { z } from 'zod/mini';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

/** Maximum size of a step summary, in bytes of UTF-8. */
export const maxSummaryBytes = 128 * 1024;

export const getSummary = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/summaries/:stage/:step',
  access: 'read',
  summary: 'Get the Markdown summary of a step',
  query: attemptQuery,
  output: z.object({ text: z.string() }),
});
