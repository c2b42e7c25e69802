import { getVersion } from '@millrace/contract/api';
import type { FastifyInstance } from 'fastify';
import type { ApiRoutes } from '../../http/api-routes.ts';

export function registerSystemRoutes(
  app: FastifyInstance,
  routes: ApiRoutes,
  version: { version: string; commit: string },
): void {
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('OK'));
  routes.guest(getVersion, () => ({ source: 'millrace', ...version }));
}
