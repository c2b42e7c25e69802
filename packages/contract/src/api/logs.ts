import { z } from 'zod/mini';
import { logLinesHeader } from '../log-wire.ts';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * `pos` counts from 0; `out` includes the line break, if any; `time` is in seconds since the start of the
 * step.
 */
export const line = z.object({ pos: z.number(), out: z.string(), time: z.number() });
export type Line = z.infer<typeof line>;

// The message of a validation rule is used unchanged as the error message of the response.
const from = z
  .string()
  .check(
    z.regex(
      /^-?\d{1,15}$/,
      'Invalid query: from must be the position of a line, or -N for the last N lines',
    ),
  );
const to = z
  .string()
  .check(z.regex(/^\d{1,15}$/, 'Invalid query: to must be the position after the last line'));

export const getLogs = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step',
  access: 'read',
  summary: 'Get the log lines of a step in order; `from` and `to` select a range',
  query: z.extend(attemptQuery, { from: z.optional(from), to: z.optional(to) }),
  output: z.array(line),
  lineStream: true,
  headers: { [logLinesHeader]: 'Position after the last stored line' },
});

export const deleteLogs = defineEndpoint({
  method: 'DELETE',
  path: '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step',
  access: 'admin',
  summary: 'Delete the log of a finished step',
  audit: { action: 'log.delete', fields: ['attempt'] },
  query: attemptQuery,
});
