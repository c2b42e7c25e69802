import { z } from 'zod/mini';
import { logLinesHeader } from '../log-wire.ts';
import { attemptQuery } from './builds.schema.ts';
import { defineDetails } from './endpoint.ts';

/**
 * Entry of a log: a line, or with existing runners any piece of text. `pos` counts entries from 0; `out` includes
 * line breaks; `time` is in seconds since the start of the step. `line` is the number of the line, from 0, that the
 * entry starts or continues. Without it, the entry is one line, whose number is `pos`.
 */
export const line = z.object({
  pos: z.number(),
  out: z.string(),
  time: z.number(),
  line: z.optional(z.number()),
});

// The message of a validation rule is used unchanged as the error message of the response.
const from = z
  .string()
  .check(
    z.regex(
      /^-?\d{1,15}$/,
      'Invalid query: from must be the position of an entry, or -N for the last N entries',
    ),
  );

const to = z
  .string()
  .check(z.regex(/^\d{1,15}$/, 'Invalid query: to must be the position after the last entry'));

export const getLogs = defineDetails({
  access: 'read',
  summary: 'Get the log entries of a step in order; `from` and `to` select a range',
  query: z.extend(attemptQuery, { from: z.optional(from), to: z.optional(to) }),
  output: z.array(line),
  lineStream: true,
  headers: { [logLinesHeader]: 'Position after the last stored entry' },
});

export const deleteLogs = defineDetails({
  access: 'admin',
  summary: 'Delete the log of a finished step',
  audit: { action: 'log.delete', fields: ['attempt'] },
  query: attemptQuery,
});
