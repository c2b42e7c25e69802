/** Reason why a stage ends before its steps do. */
export type StopCause =
  | { kind: 'cancelled' }
  | { kind: 'timed-out'; seconds: number }
  | { kind: 'runner-stopped' };

/**
 * Ends a stage from outside in one of two ways: the stage is stopped and reported, or it is lost and no
 * longer reported.
 */
export class StageControl {
  private readonly stopping = new AbortController();
  private readonly losing = new AbortController();
  private stopCause: StopCause | undefined;

  /** Aborts when the steps must end. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  /** Aborts when the server no longer accepts reports of the stage. */
  get lost(): AbortSignal {
    return this.losing.signal;
  }

  get cause(): StopCause | undefined {
    return this.stopCause;
  }

  stop(cause: StopCause): void {
    if (this.stopping.signal.aborted) return;
    this.stopCause = cause;
    this.stopping.abort();
  }

  lose(): void {
    this.losing.abort();
    this.stopping.abort();
  }
}
