import { badRequest } from '@millrace/contract/api-errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Headers that must occur once. A proxy may have used another of two values. */
const singleHeaders = new Set([
  'authorization',
  'content-type',
  'host',
  'last-event-id',
  'origin',
  'referer',
  'sec-fetch-site',
  'x-drone-token',
  'x-millrace-runner',
]);

/** Rejects calls that proxies and servers may interpret differently, before their headers are used. */
export function refuseMalformedCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (/%00/.test(request.url)) throw badRequest('The URL contains a NUL character');
    refuseRepeatedQuery(request.query as Record<string, unknown>);
    refuseRepeatedHeaders(request);
  });
}

function refuseRepeatedQuery(query: Record<string, unknown>): void {
  for (const name of Object.keys(query)) {
    if (typeof query[name] === 'string') continue;
    throw badRequest(`The query has "${name}" more than once`);
  }
}

function refuseRepeatedHeaders({ raw: { rawHeaders } }: FastifyRequest): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (!singleHeaders.has(name)) continue;
    if (seen.has(name)) throw badRequest(`The header "${name}" occurs more than once`);
    seen.add(name);
  }
}

/**
 * Rejects NUL bytes, which neither environment variables nor file names can contain. Bodies may be nested
 * deeply.
 */
export function refuseNul(body: unknown): void {
  for (const open = [body]; open.length > 0; ) {
    const value = open.pop();
    if (typeof value === 'string' && value.includes('\0')) {
      throw badRequest('The body contains a NUL character');
    }
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) open.push(name, inner);
    }
  }
}
