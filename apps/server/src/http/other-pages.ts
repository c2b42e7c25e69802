import cors from '@fastify/cors';
import { logLinesHeader } from '@millrace/contract/log-wire';
import type { FastifyInstance } from 'fastify';

const allowed = {
  origin: true,
  credentials: true,
  methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
  exposedHeaders: [logLinesHeader],
  maxAge: 300,
};

/**
 * Allows pages of other sites to call the API, as existing servers do: dashboards, or a UI on another host.
 * They must send a token. Session cookies are ignored.
 */
export async function allowCrossOriginCalls(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    hideOptionsRoute: true,
    strictPreflight: false,
    delegator: (request, done) =>
      done(null, request.url.startsWith('/api/') ? allowed : { origin: false }),
  });
}
