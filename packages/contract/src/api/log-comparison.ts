import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { scanLimit } from './log-search.ts';

/**
 * The first line of a kind of which this log has more than the other one: `count` here and `otherCount`
 * there. `out` is as a terminal shows it, up to 500 characters of it.
 */
const surplusLine = z.object({
  pos: z.number(),
  out: z.string(),
  count: z.number(),
  otherCount: z.number(),
});
export type SurplusLine = z.infer<typeof surplusLine>;

/** `kinds` is of all, of which the first are listed in the order of the log. */
const comparedLog = z.object({
  build: z.number(),
  stage: z.number(),
  step: z.number(),
  kinds: z.number(),
  lines: z.array(surplusLine),
});
export type ComparedLog = z.infer<typeof comparedLog>;

const logComparison = z.object({
  here: comparedLog,
  there: comparedLog,
  isComplete: z.boolean(),
  reason: z.optional(scanLimit),
});
export type LogComparison = z.infer<typeof logComparison>;

/** Kinds that are listed of each log; those beyond are counted. */
export const maxSurplusLines = 500;

// The message of a rule is the whole answer of the server.
const otherBuild = z
  .string('Invalid query: with must be the number of a build')
  .check(z.regex(/^\d{1,15}$/, 'Invalid query: with must be the number of a build'));

export const compareLogs = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step/compare',
  access: 'read',
  summary:
    'The lines of a step that differ in kind from those of the step of the same name in the build `with`, and the other way',
  query: z.object({ with: otherBuild }),
  output: logComparison,
});
