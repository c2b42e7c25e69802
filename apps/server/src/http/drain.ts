import { RetryLaterError } from '../shared/errors.ts';

const retryAfterSec = 1;

/** The last time of a server: it ends what it has, and sends whoever would stay to another one. */
export class Drain {
  private readonly begun = new AbortController();

  get signal(): AbortSignal {
    return this.begun.signal;
  }

  get hasBegun(): boolean {
    return this.begun.signal.aborted;
  }

  begin(): void {
    this.begun.abort();
  }

  /** @throws RetryLaterError once it has begun: for calls that would last */
  refuse(): void {
    if (!this.hasBegun) return;
    throw new RetryLaterError(503, 'The server is stopping, please try again', retryAfterSec);
  }
}
