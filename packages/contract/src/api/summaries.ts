import { z } from 'zod/mini';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

/** Largest summary of a step that is taken, in bytes of UTF-8. */
export const maxSummaryBytes = 128 * 1024;

export const getSummary = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/summaries/:stage/:step',
  access: 'read',
  summary: 'What a step says of itself, as Markdown',
  query: attemptQuery,
  output: z.object({ text: z.string() }),
});
