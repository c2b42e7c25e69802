import { z } from 'zod/mini';
import { logLinesHeader } from '../log-wire.ts';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

/** `pos` counts from 0; `out` ends with the line break if it had one; `time` is seconds since the step's start. */
export const line = z.object({ pos: z.number(), out: z.string(), time: z.number() });
export type Line = z.infer<typeof line>;

// The message of a rule is the whole answer of the server.
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
  summary: 'The log lines of a step, in order; `from` and `to` for some of them',
  query: z.extend(attemptQuery, { from: z.optional(from), to: z.optional(to) }),
  output: z.array(line),
  lineStream: true,
  headers: { [logLinesHeader]: 'The position after the last line that is stored' },
});

export const deleteLogs = defineEndpoint({
  method: 'DELETE',
  path: '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step',
  access: 'admin',
  summary: 'Delete the log of a step that is over',
  query: attemptQuery,
});
