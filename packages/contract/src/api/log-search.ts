import { z } from 'zod/mini';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

/** Columns of a text: from the first up to, but not with, the second. */
const range = z.object({ from: z.number(), to: z.number() });

/**
 * A line as a terminal shows it. Of a long one there is the part around its first match, with `before` and
 * `after` characters left out; `ranges` are those that matched in the part.
 */
const logHit = z.object({
  pos: z.number(),
  out: z.string(),
  before: z.number(),
  after: z.number(),
  ranges: z.array(range),
});
export type LogHit = z.infer<typeof logHit>;

/** `count` is of all lines that match, of which the first are listed. */
const stepHits = z.object({
  stage: z.number(),
  step: z.number(),
  count: z.number(),
  hits: z.array(logHit),
});
export type StepHits = z.infer<typeof stepHits>;

/** Why not all lines were looked at. */
export const scanLimit = z.enum(['time', 'memory']);
export type ScanLimit = z.infer<typeof scanLimit>;

/** Steps without a matching line are left out. */
const logSearch = z.object({
  count: z.number(),
  steps: z.array(stepHits),
  isComplete: z.boolean(),
  reason: z.optional(scanLimit),
});
export type LogSearch = z.infer<typeof logSearch>;

/** Lines that are listed of a step, and in all; those beyond are counted. */
export const maxHitsOfStep = 100;
export const maxHits = 1000;

const maxQueryLength = 1000;
// The message of a rule is the whole answer of the server.
const q = z
  .string('Invalid query: q must be the text to look for')
  .check(
    z.minLength(1, 'Invalid query: q must be the text to look for'),
    z.maxLength(maxQueryLength, `Invalid query: q has more than ${maxQueryLength} characters`),
  );

export const searchLogs = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/search',
  access: 'read',
  summary:
    'The lines of all logs of a build that hold `q`; `regexp=true` for a regular expression, `case=true` to tell capitals from small letters',
  query: z.extend(attemptQuery, {
    q,
    regexp: z.optional(z.string()),
    case: z.optional(z.string()),
  }),
  output: logSearch,
});
