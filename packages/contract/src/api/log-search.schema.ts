import { z } from 'zod/mini';
import { attemptQuery } from './builds.schema.ts';
import { defineDetails } from './endpoint.ts';

/** Columns of a match: start inclusive, end exclusive. */
const range = z.object({ from: z.number(), to: z.number() });

/**
 * A matching line as a terminal shows it. A long line is cut to the part around its first match; `before`
 * and `after` count the characters left out, and `ranges` lists the matches in the part.
 */
export const logHit = z.object({
  pos: z.number(),
  out: z.string(),
  before: z.number(),
  after: z.number(),
  ranges: z.array(range),
});

/** `count` is the total number of matching lines; the first of them are listed. */
export const stepHits = z.object({
  stage: z.number(),
  step: z.number(),
  count: z.number(),
  hits: z.array(logHit),
});

/** Reason why not every line was searched. */
export const scanLimit = z.enum(['time', 'memory']);

/** Steps with matches; the others are left out. */
export const logSearch = z.object({
  count: z.number(),
  steps: z.array(stepHits),
  isComplete: z.boolean(),
  reason: z.optional(scanLimit),
});

const maxQueryLength = 1000;

// The message of a validation rule is used unchanged as the error message of the response.
const q = z
  .string('Invalid query: q must be the text to look for')
  .check(
    z.minLength(1, 'Invalid query: q must be the text to look for'),
    z.maxLength(maxQueryLength, `Invalid query: q has more than ${maxQueryLength} characters`),
  );

export const searchLogs = defineDetails({
  access: 'read',
  summary:
    'Search all logs of a build for `q`; `regexp=true` for a regular expression, `case=true` for a case-sensitive search',
  query: z.extend(attemptQuery, {
    q,
    regexp: z.optional(z.string()),
    case: z.optional(z.string()),
  }),
  output: logSearch,
});
