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
 * Lets pages of other sites call the API, as existing servers do: dashboards, and an interface that is served
 * elsewhere. They bring a token; the session of who looks at them does not count for their calls.
 */
export async function letOtherPagesCall(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    hideOptionsRoute: true,
    strictPreflight: false,
    delegator: (request, done) =>
      done(null, request.url.startsWith('/api/') ? allowed : { origin: false }),
  });
}
