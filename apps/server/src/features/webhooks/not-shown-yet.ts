import { RetryLaterError } from '../../shared/errors.ts';

const pauseSec = 5;

/** Large forges tell of commits before they show them everywhere. */
export class NotShownYetError extends RetryLaterError {
  constructor(sha: string) {
    super(503, `The source host does not show the commit ${sha} yet`, pauseSec);
  }
}
