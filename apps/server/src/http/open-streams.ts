import type { FastifyInstance, FastifyReply } from 'fastify';
import { EventStream } from './event-stream.ts';

/** The event streams that are open now, so that a stopping server can end them. */
export class OpenStreams {
  private readonly streams = new Set<EventStream>();

  constructor(app: FastifyInstance) {
    app.addHook('preClose', async () => {
      for (const stream of this.streams) stream.end();
    });
  }

  open(reply: FastifyReply): EventStream {
    const stream = new EventStream(reply);
    this.streams.add(stream);
    stream.signal.addEventListener('abort', () => this.streams.delete(stream));
    return stream;
  }
}
