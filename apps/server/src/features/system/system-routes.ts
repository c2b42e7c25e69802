import { getVarz, getVersion } from '@millrace/contract/api';
import type { FastifyInstance } from 'fastify';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Drain } from '../../http/drain.ts';

export function registerSystemRoutes(
  app: FastifyInstance,
  routes: ApiRoutes,
  {
    version,
    forgeUrl,
    drain,
    requireDatabase,
  }: {
    version: { version: string; commit: string };
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
}
