import { z } from 'zod/mini';
import { errorKinds } from '../failure-lines/error-kinds.ts';
import { attemptQuery } from './builds.schema.ts';
import { defineDetails } from './endpoint.ts';

/** The line of a log that explains best why its step failed. */
export const firstError = z.object({
  /** Number of the line, from 0, as in the call for logs. */
  line: z.number(),
  /** The line, or the command without the prefix of its echo. */
  text: z.string(),
  /** Whether the line reports an error, is a command that failed without output, or is only the last one. */
  kind: z.enum(errorKinds),
});

export const getFirstError = defineDetails({
  access: 'read',
  summary: 'Get the line of a log that explains best why its step failed; null for an empty log',
  query: attemptQuery,
  output: z.nullable(firstError),
});
