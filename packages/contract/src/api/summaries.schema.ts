import { z } from 'zod/mini';
import { attemptQuery } from './builds.schema.ts';
import { defineDetails } from './endpoint.ts';

export const getSummary = defineDetails({
  access: 'read',
  summary: 'Get the Markdown summary of a step',
  query: attemptQuery,
  output: z.object({ text: z.string() }),
});
