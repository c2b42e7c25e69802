import type { FastifyInstance } from 'fastify';
import { RetryLaterError } from '../shared/errors.ts';

const retryAfterSec = 1;

/**
 * How a server stops. It first announces it, so that balancers send new calls elsewhere, and serves as
 * before; then it begins: what would last is refused, and it waits for the calls that are under way.
 */
export class Drain {
  private isAnnounced = false;
  private readonly begun = new AbortController();
  private calls = 0;
  private rest = () => {};

  get signal(): AbortSignal {
    return this.begun.signal;
  }

  get hasBegun(): boolean {
    return this.begun.signal.aborted;
  }

  announce(): void {
    this.isAnnounced = true;
  }

  begin(): void {
    this.isAnnounced = true;
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
      // The next call of this connection opens a new one, to another server.
      if (this.isAnnounced) reply.header('connection', 'close');
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

  /** @throws RetryLaterError once it is announced: for the question whether this server takes calls */
  refuseReady(): void {
    if (this.isAnnounced) throw stopping();
  }

  /** @throws RetryLaterError once it has begun: for calls that would last */
  refuse(): void {
    if (this.hasBegun) throw stopping();
  }
}

function stopping(): RetryLaterError {
  return new RetryLaterError(503, 'The server is stopping, please try again', retryAfterSec);
}
