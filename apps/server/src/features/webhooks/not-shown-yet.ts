import { RetryLaterError } from '../../shared/errors.ts';

const pauseSec = 5;

/** Large forges deliver events before all of their servers show the commit. */
export class NotShownYetError extends RetryLaterError {
  constructor(sha: string) {
    super(503, `The forge does not show the commit ${sha} yet`, pauseSec);
  }
}
