import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Where the head of an answer is all that is asked for, nothing of its body is read. */
export function spareBodiesOfHeads(app: FastifyInstance): void {
  app.addHook('onSend', (request, _, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    // What breaks off has its reader gone, as with everyone who hangs up.
    payload.on('error', () => {}).destroy();
    done(null, Readable.from([]));
  });
}
