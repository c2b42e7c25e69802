import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Pipelining clients send only a few calls before the first answer. */
const maxConcurrent = 16;

/**
 * Limits the concurrent calls of a connection. Further calls wait, and no more data is read until one has
 * finished. Otherwise a client could send calls without end and never read an answer.
 */
export function limitPipelinedCalls(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, PipelinedCalls>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    let calls = connections.get(socket);
    if (!calls) {
      calls = new PipelinedCalls(socket);
      connections.set(socket, calls);
    }
    await calls.begin();
    reply.raw.once('close', () => calls.end());
  });
}

class PipelinedCalls {
  private readonly socket: Socket;
  private running = 0;
  /** Calls that wait for a slot. They never run if the connection closes. */
  private readonly waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
  }

  begin(): Promise<void> | undefined {
    if (this.running < maxConcurrent) {
      this.running++;
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    // Node resumes reading for each finished call.
    if (this.waiting.push(resolve) === 1) this.socket.on('resume', this.pause);
    this.pause();
    return promise;
  }

  end(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
    if (!next || this.waiting.length > 0) return;
    this.socket.off('resume', this.pause);
    this.socket.resume();
  }

  private readonly pause = (): void => {
    this.socket.pause();
  };
}
