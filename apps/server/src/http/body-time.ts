import type { IncomingMessage } from 'node:http';
import { AppError } from '@millrace/contract/api-errors';
import type { FastifyInstance } from 'fastify';

const defaultTimeMs = 60_000;
/** A large body gets one more second for each of these bytes. */
const bytesPerSec = 64 * 1024;
const longestMs = 20 * 60_000;
/** Time for the rest of a body after the answer was sent. */
const lingerMs = 5000;

/**
 * Limits the time to receive a body, and closes connections that still send one after the response. Bodies of
 * git requests have separate limits.
 */
export function limitBodyTime(app: FastifyInstance, timeMs = defaultTimeMs): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (!hasBody(raw)) return;
    const moreMs = (Number(raw.headers['content-length'] ?? 0) / bytesPerSec) * 1000;
    let timer: NodeJS.Timeout | undefined;
    if (!routeOptions.url?.startsWith('/git/')) {
      timer = setTimeout(
        () => {
          reply.header('connection', 'close').send(new AppError(408, 'The body took too long'));
        },
        Math.min(timeMs + moreMs, longestMs),
      );
    }
    reply.raw.once('finish', () => {
      clearTimeout(timer);
      if (!raw.complete) timer = setTimeout(() => raw.destroy(), lingerMs);
    });
    raw.once('close', () => clearTimeout(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
