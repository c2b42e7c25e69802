import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import { scanLimit } from './log-search.schema.ts';

/**
 * Representative of a kind of line that occurs more often in this log (`count`) than in the other one
 * (`otherCount`). `out` is the text as a terminal shows it, truncated to 500 characters.
 */
export const surplusLine = z.object({
  pos: z.number(),
  out: z.string(),
  count: z.number(),
  otherCount: z.number(),
});

/** `kinds` is the total number; `lines` lists the first of them in log order. */
export const comparedLog = z.object({
  build: z.number(),
  stage: z.number(),
  step: z.number(),
  kinds: z.number(),
  lines: z.array(surplusLine),
});

export const logComparison = z.object({
  here: comparedLog,
  there: comparedLog,
  isComplete: z.boolean(),
  reason: z.optional(scanLimit),
});

// The message of a validation rule is used unchanged as the error message of the response.
const otherBuild = z
  .string('Invalid query: with must be the number of a build')
  .check(z.regex(/^\d{1,15}$/, 'Invalid query: with must be the number of a build'));

export const compareLogs = defineDetails({
  access: 'read',
  summary: 'Compare the log of a step with the step of the same name in the build `with`',
  query: z.object({ with: otherBuild }),
  output: logComparison,
});
