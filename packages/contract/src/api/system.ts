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

export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  access: 'guest',
  summary: 'Answers OK while the server is to get calls; 503 when it stops, or lacks its database',
  contentType: 'text/plain',
});

export const getOpenApi = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'guest',
  summary: 'This description',
  output: z.record(z.string(), z.unknown()),
});

export const getVarz = defineEndpoint({
  method: 'GET',
  path: '/varz',
  access: 'guest',
  summary: 'The source host and the licence, as existing monitors read them; 0 is no limit',
  output: z.object({
    scm: z.object({
      url: z.string(),
      rate: z.object({ limit: z.number(), remaining: z.number(), reset: z.number() }),
    }),
    license: z.object({ kind: z.string(), seats: z.number(), repos: z.number() }),
  }),
});

export const getMetrics = defineEndpoint({
  method: 'GET',
  path: '/metrics',
  access: 'monitor',
  summary: 'What the server is busy with, in the format of Prometheus',
  contentType: 'text/plain',
});

const underWay = { pending: z.number(), running: z.number() };

export const systemStats = z.object({
  users: z.object({ total: z.number() }),
  repos: z.object({ active: z.number() }),
  builds: z.object({ ...underWay, total: z.number() }),
  /** Stages that are not over, by what they ask of a runner. */
  pipelines: z.array(
    z.object({
      os: z.string(),
      arch: z.string(),
      variant: z.string(),
      kernel: z.string(),
      ...underWay,
    }),
  ),
  /** Who follows builds and logs now. */
  events: z.object({ subscribers: z.number() }),
  streams: z.object({ subscribers: z.number() }),
});
export type SystemStats = z.infer<typeof systemStats>;

export const getSystemStats = defineEndpoint({
  method: 'GET',
  path: '/api/system/stats',
  access: 'system',
  summary: 'Counts of accounts, repositories, builds, stages and open event streams',
  output: systemStats,
});

/** A runner that asked for work lately, or has some; empty texts and 0 where it does not tell. */
export const runner = z.object({
  name: z.string(),
  type: z.string(),
  os: z.string(),
  arch: z.string(),
  variant: z.string(),
  kernel: z.string(),
  labels: z.record(z.string(), z.string()),
  capacity: z.number(),
  running: z.number(),
  /** As whom its steps run, and whether they see the files of the server or of the runner. */
  steps: z.string(),
});
export type Runner = z.infer<typeof runner>;

export const listRunners = defineEndpoint({
  method: 'GET',
  path: '/api/runners',
  access: 'system',
  summary: 'The runners that are known now, the built-in one too, and what their steps may see',
  output: z.array(runner),
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
