import { StoppingError } from '@millrace/contract/api-errors';
import type { FastifyInstance } from 'fastify';

/**
 * Stages of stopping a server. After `announce`, load balancers send new calls to other servers, and calls
 * are still served. After `begin`, long-lasting calls are rejected, and the server waits for the calls in
 * progress.
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

  /** Counts the calls of this application from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (_, reply) => {
      this.calls++;
      reply.raw.once('close', () => {
        this.calls--;
        if (this.calls === 0) this.rest();
      });
      // Makes the client open a new connection, to another server.
      if (this.isAnnounced) reply.header('connection', 'close');
    });
  }

  /** Resolves when all calls are answered, or when `enough` aborts. */
  waitForCalls(enough: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (this.calls === 0 || enough.aborted) return resolve();
      this.rest = resolve;
      enough.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** @throws StoppingError after `announce`: for readiness checks */
  refuseReady(): void {
    if (this.isAnnounced) throw new StoppingError();
  }

  /** @throws StoppingError after `begin`: for long-lasting calls */
  refuse(): void {
    if (this.hasBegun) throw new StoppingError();
  }
}
