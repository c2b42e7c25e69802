import type { FailureCause } from '@millrace/contract/vocabulary';
import { errorMessage } from '@millrace/node-kit/error-message';

/** A step could not run, for a reason that is not in its code. */
export class InfrastructureFailure extends Error {
  override name = 'InfrastructureFailure';
  readonly failureCause: FailureCause;

  constructor(failureCause: FailureCause, message: string) {
    super(message);
    this.failureCause = failureCause;
  }
}

const diskFull = /ENOSPC|no space left on device/i;

/** Returns the cause of an error that is not in the code; undefined if there is none. */
export function causeOfError(error: unknown): FailureCause | undefined {
  if (error instanceof InfrastructureFailure) return error.failureCause;
  return diskFull.test(errorMessage(error)) ? 'disk' : undefined;
}

/** Finds the message of a full disk at the end of a step's output. */
export class DiskFullOutput {
  private last: Uint8Array[] = [];

  read(chunk: Uint8Array): void {
    this.last = [...this.last.slice(-1), chunk];
  }

  get isFound(): boolean {
    return diskFull.test(Buffer.concat(this.last).toString('latin1'));
  }
}
