import { Readable } from 'node:stream';
import { getMetrics, getSystemStats, getVarz, getVersion } from '@millrace/contract/api';
import type { FastifyInstance } from 'fastify';
import { type ApiRoutes, StreamedAnswer } from '../../http/api-routes.ts';
import type { Drain } from '../../http/drain.ts';
import type { SystemStatsReader } from './system-stats.ts';

export function registerSystemRoutes(
  app: FastifyInstance,
  routes: ApiRoutes,
  {
    version,
    stats,
    metrics,
    forgeUrl,
    drain,
    requireDatabase,
  }: {
    version: { version: string; commit: string };
    stats: SystemStatsReader;
    metrics: { isOpen: boolean; read: () => Promise<{ text: string; contentType: string }> };
    forgeUrl: () => string;
    drain: Drain;
    /** Rejects if the database does not answer. */
    requireDatabase: () => Promise<void>;
  },
): void {
  // Liveness: a supervisor restarts the server on failure. Readiness: a load balancer skips it on failure.
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('OK'));
  app.get('/readyz', async (_request, reply) => {
    drain.refuseReady();
    await requireDatabase();
    return reply.type('text/plain').send('OK');
  });
  routes.guest(getVersion, () => ({ source: 'millrace', ...version }));
  routes.guest(getVarz, () => ({
    scm: { url: forgeUrl(), rate: { limit: 0, remaining: 0, reset: 0 } },
    license: { kind: 'foss', seats: 0, repos: 0 },
  }));
  routes.session(getSystemStats, () => stats.read());
  routes.monitor(getMetrics, metrics.isOpen, async () => {
    const { text, contentType } = await metrics.read();
    return new StreamedAnswer(Readable.from([text]), { 'content-type': contentType });
  });
}
