/** Reason why steps end before they do so by themselves. */
export type StopCause =
  | { kind: 'cancelled' }
  | { kind: 'timed-out'; seconds: number }
  | { kind: 'runner-stopped' };

/**
 * Ends steps from outside in one of two ways: they are stopped and reported, or their stage is lost and no longer
 * reported.
 */
export class StepControl {
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

/** Ends the steps of a stage, and then those that clean up after them. */
export class StageControl extends StepControl {
  readonly cleanUp = new StepControl();

  /** Stops the steps. A stop of the runner, and any second stop, also stops those that clean up. */
  override stop(cause: StopCause): void {
    if (this.stopped.aborted || cause.kind === 'runner-stopped') this.cleanUp.stop(cause);
    super.stop(cause);
  }

  override lose(): void {
    super.lose();
    this.cleanUp.lose();
  }
}
