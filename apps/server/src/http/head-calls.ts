import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Answers HEAD requests without reading the body. */
export function skipBodiesOfHeads(app: FastifyInstance): void {
  app.addHook('onSend', (request, _, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    // Ignores errors of the aborted body, as after a disconnect.
    payload.on('error', () => {}).destroy();
    done(null, Readable.from([]));
  });
}
