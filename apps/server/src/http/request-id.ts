import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { withLogFields } from '@millrace/node-kit/log-fields';
import type { FastifyInstance } from 'fastify';

const header = 'x-request-id';
/** Ids of proxies that are accepted, so that an entry of the proxy's log leads to those of the server. */
const idPattern = /^[\w.:-]{1,100}$/;

/** Returns the id of a request from its proxy, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers[header];
  return typeof id === 'string' && idPattern.test(id) ? id : randomUUID();
}

/** Adds the id of each request to its log entries and its response, and logs its end. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(header, request.id);
    withLogFields({ request: request.id }, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const facts = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info({ req: request, ...facts }, 'request completed');
  });
}
