import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** `pos` counts from 0; `out` ends with the line break if it had one; `time` is seconds since the step's start. */
export const line = z.object({ pos: z.number(), out: z.string(), time: z.number() });
export type Line = z.infer<typeof line>;

export const getLogs = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step',
  access: 'read',
  summary: 'The log lines of a step, in order',
  output: z.array(line),
});

export const deleteLogs = defineEndpoint({
  method: 'DELETE',
  path: '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step',
  access: 'admin',
  summary: 'Delete the log of a step that is over',
});
