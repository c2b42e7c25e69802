import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

export const getVersion = defineDetails({
  access: 'guest',
  summary: 'Get the name and version of the server',
  forPrograms: 'The page carries the version',
  output: z.object({ source: z.string(), version: z.string(), commit: z.string() }),
});

export const getHealth = defineDetails({
  access: 'guest',
  summary: 'Liveness check: OK while the server responds',
  forPrograms: 'For load balancers and supervisors',
  contentType: 'text/plain',
});

export const getReadiness = defineDetails({
  access: 'guest',
  summary:
    'Readiness check: OK while the server accepts requests, 503 while it is stopping or the database is unreachable',
  forPrograms: 'For load balancers',
  contentType: 'text/plain',
});

export const getOpenApi = defineDetails({
  access: 'guest',
  summary: 'Get this document',
  forPrograms: 'For programs; the footer links to the pages that show it',
  output: z.record(z.string(), z.unknown()),
});

export const getPipelineSchema = defineDetails({
  access: 'guest',
  summary: 'Get the JSON Schema of a document of a pipeline file',
  forPrograms: 'For editors, which complete and check pipeline files',
  output: z.record(z.string(), z.unknown()),
});

export const getVarz = defineDetails({
  access: 'guest',
  summary: 'Get the forge and the licence as existing monitoring tools read them; 0 means no limit',
  forPrograms: 'For monitoring by existing programs',
  output: z.object({
    scm: z.object({
      url: z.string(),
      rate: z.object({ limit: z.number(), remaining: z.number(), reset: z.number() }),
    }),
    license: z.object({ kind: z.string(), seats: z.number(), repos: z.number() }),
  }),
});

export const getMetrics = defineDetails({
  access: 'monitor',
  summary: 'Get the metrics in Prometheus format',
  forPrograms: 'For Prometheus',
  contentType: 'text/plain',
});

const unfinished = { pending: z.number(), running: z.number() };

export const systemStats = z.object({
  users: z.object({ total: z.number() }),
  repos: z.object({ active: z.number() }),
  builds: z.object({ ...unfinished, total: z.number() }),
  /** Unfinished stages by the runner labels they require. */
  pipelines: z.array(
    z.object({
      os: z.string(),
      arch: z.string(),
      variant: z.string(),
      kernel: z.string(),
      ...unfinished,
    }),
  ),
  /** Open event streams of builds and logs. */
  events: z.object({ subscribers: z.number() }),
  streams: z.object({ subscribers: z.number() }),
});

export const getSystemStats = defineDetails({
  access: 'system',
  summary: 'Count accounts, repositories, builds, stages and open event streams',
  forPrograms: 'For monitoring; `/metrics` has more',
  output: systemStats,
});
