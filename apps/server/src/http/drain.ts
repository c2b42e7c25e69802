import type { FastifyInstance } from 'fastify';
import { RetryLaterError } from '../shared/errors.ts';

const retryAfterSec = 1;

/** The last time of a server: it ends what it has, and sends whoever would stay to another one. */
export class Drain {
  private readonly begun = new AbortController();
  private calls = 0;
  private rest = () => {};

  get signal(): AbortSignal {
    return this.begun.signal;
  }

  get hasBegun(): boolean {
    return this.begun.signal.aborted;
  }

  begin(): void {
    this.begun.abort();
  }

  /** Knows from now on which calls this application is at. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (_, reply) => {
      this.calls++;
      reply.raw.once('close', () => {
        this.calls--;
        if (this.calls === 0) this.rest();
      });
      // Whoever comes again comes to another server.
      if (this.hasBegun) reply.header('connection', 'close');
    });
  }

  /** Resolves when every call has its answer, or when that was long enough. */
  waitForCalls(enough: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (this.calls === 0 || enough.aborted) return resolve();
      this.rest = resolve;
      enough.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** @throws RetryLaterError once it has begun: for calls that would last */
  refuse(): void {
    if (!this.hasBegun) return;
    throw new RetryLaterError(503, 'The server is stopping, please try again', retryAfterSec);
  }
}
