import { z } from 'zod/mini';
import { stage } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

export const getVersion = defineEndpoint({
  method: 'GET',
  path: '/version',
  access: 'guest',
  summary: 'Which program and version answers',
  output: z.object({ source: z.string(), version: z.string(), commit: z.string() }),
});

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  access: 'guest',
  summary: 'Answers OK while the server serves',
  contentType: 'text/plain',
});

export const getOpenApi = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'guest',
  summary: 'This description',
  output: z.record(z.string(), z.unknown()),
});

export const listQueue = defineEndpoint({
  method: 'GET',
  path: '/api/queue',
  access: 'system',
  summary: 'Stages that are not over, oldest first',
  output: z.array(stage),
});

export const resumeQueue = defineEndpoint({
  method: 'POST',
  path: '/api/queue',
  access: 'system',
  summary: 'Hand stages out again',
});

export const pauseQueue = defineEndpoint({
  method: 'DELETE',
  path: '/api/queue',
  access: 'system',
  summary: 'Hand no more stages out; what runs goes on',
});
