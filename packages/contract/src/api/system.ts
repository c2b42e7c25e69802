import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const getVersion = defineEndpoint({
  method: 'GET',
  path: '/version',
  access: 'guest',
  summary: 'Which program and version answers',
  output: z.object({ source: z.string(), version: z.string(), commit: z.string() }),
});
